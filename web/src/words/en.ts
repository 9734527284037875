// Every text of the page, in English. Another language is another file of the same shape: see `Words`.

import type { TimeLeft } from "../game/clock";
import type { Place } from "../game/grid";
import type { ClockSetting, EmoteName, Notice, Offered, Seat, VARIANTS } from "../messages";
import { NINE, statusText } from "./en-game";
import { clockText, pointsText } from "./figures";
import { noticeText } from "./notices-en";

export type NoticeKind = Notice["kind"];
export type VariantName = (typeof VARIANTS)[number]["name"];

const variants: Record<VariantName, { title: string; howTo: string }> = {
  classic: { title: "Classic", howTo: "Three in a row wins." },
  ultimate: { title: "Ultimate", howTo: "Your move picks your opponent’s next board." },
  misere: { title: "Misère", howTo: "Three in a row loses." },
  wild: { title: "Wild", howTo: "Place X or O: three alike in a row wins." },
  "4x4": { title: "4×4", howTo: "Four in a row wins." },
  "6x6": { title: "6×6", howTo: "Four in a row wins." },
  "9x9": { title: "9×9", howTo: "Five in a row wins." },
  gomoku: { title: "Gomoku", howTo: "Five or more in a row wins, on 15×15." },
};

const emotes: Record<EmoteName, string> = {
  hello: "Hello",
  "good-luck": "Good luck",
  "well-played": "Well played",
  thanks: "Thanks",
  oops: "Oops",
  wow: "Wow",
  thinking: "Thinking…",
  hurry: "Hurry up, please",
  sorry: "Sorry",
  laugh: "Ha ha",
  sad: "How sad",
  bye: "Bye",
};

const levels = [
  "Plays where it looks nice, and misses a lot.",
  "Takes open wins, forgets to look at yours.",
  "Takes its wins, blocks more often than not.",
  "Rarely misses a threat, walks into forks.",
  "Blocks, and sees every other fork coming.",
  "Sets traps and avoids most.",
  "Overlooks something deep now and then.",
  "As well as it can. Good luck.",
];

export const en = {
  language: "en",
  title: "Noughts",
  tagline: "Tic-tac-toe and its family, with a friend or with anyone. No account needed.",
  home: "Home",
  yourAccount: "Your account:",
  signUp: "Sign up or log in",

  link: { connecting: "Connecting…", reconnecting: "Reconnecting…", online: "Connected" },

  absence: {
    countdown: (seconds: number) => `In ${seconds} s you may decide how this ends.`,
    wait: "The next move will show here as soon as it is made.",
    choose: "You may wait, or decide how this ends:",
    win: "Claim the win",
    draw: "Call it a draw",
    computer: "Let the computer play on",
    standIn: (name: string) => `The computer plays for ${name}, who gets the result, until ${name} is back.`,
  },
  intent: {
    held: "Send this move?",
    undo: "Your move goes out in a moment.",
    planned: "Planned: it goes out when it is your turn.",
    send: "Send",
    cancel: "Undo",
  },
  replay: {
    heading: "Step through the game",
    open: "Replay",
    close: "Back to the game",
    first: "To the start",
    back: "One move back",
    on: "One move on",
    last: "To the end",
    move: (ply: number, last: number) => (ply === 0 ? "Before the first move" : `Move ${ply} of ${last}`),
    moves: "Moves",
    share: "Share this game",
    link: "Link to this replay",
    picture: "As a picture",
    none: "This is no game.",
  },
  review: {
    heading: "What the teacher says",
    loading: "The teacher is looking at the game…",
    choose: "Step to a move to hear of it.",
    plot: "How the game stood after each move: up for X, down for O",
    percent: (share: number) => `${Math.round(share * 100)} % accurate`,
    exact: "Every word of this is proven.",
    searched: "Searched, not proven: strong opinions.",
    better: (moves: string) => `Better: ${moves}.`,
    askHint: "Hint",
    live: "Judge my moves",
    hint: (move: string, value: number) =>
      value > 0.5 ? `${move} wins.` : value < -0.5 ? `${move} holds out longest.` : `${move} is best.`,
    verdicts: {
      forced: "was the only move there was.",
      only_move: "was the only move to keep it. Well seen!",
      fastest_win: "wins the fastest way.",
      kept_win: "keeps the win.",
      kept_draw: "keeps the draw.",
      best_defence: "is the best defence; it was lost.",
      lost_sooner: "loses sooner than need be.",
      gave_away_win: "gives the win away.",
      win_to_loss: "turns a win into a loss.",
      gave_away_draw: "turns a draw into a loss.",
      best: "is the best.",
      good: "is good.",
      inaccuracy: "is not quite the best.",
      mistake: "is a mistake.",
      blunder: "is a blunder.",
    },
  },
  watch: {
    heading: "Games being played now",
    link: "Watch",
    hint: "See who plays right now.",
    empty: "Nobody plays in public right now.",
    emptyHint: "Play anyone, and others may watch you.",
    best: "The game to watch now",
    open: "Open this game",
    rated: "rated",
    against: (x: string, o: string) => `${x} – ${o}`,
  },
  puzzles: {
    heading: "Puzzles",
    daily: "Puzzle of the day",
    hint: "One move wins. Which?",
    difficulty: (level: number) => `difficulty ${level} of 5`,
    task: (seat: Seat, moves: number) =>
      moves === 1 ? `${seat} to move wins at once.` : `${seat} to move wins in ${moves} moves. Find the first.`,
    right: "That’s it!",
    wrong: "Not this one. Try again.",
    solution: "This was the way.",
    line: "The way to the win:",
    giveUp: "Show the solution",
    another: "Another puzzle",
  },
  zoom: { in: "Zoom in", out: "Whole board" },
  next: (count: number) => (count === 1 ? "Next: your turn in 1 game" : `Next: your turn in ${count} games`),
  talk: {
    heading: "Chat",
    empty: "Nothing was said yet. Say hello!",
    label: "Say something",
    send: "Send",
    emotes: "Emotes",
    said: (name: string, text: string) => `${name}: ${text}`,
    emote: (emote: EmoteName): string => emotes[emote],
  },

  notice: noticeText,
  inbox: {
    heading: "Inbox",
    bell: (unread: number) => (unread === 0 ? "Inbox: nothing new" : `Inbox: ${unread} new`),
    loading: "One moment…",
    empty: "Nothing waits for you.",
    emptyHint: "Your turn in a slow game, challenges, offers to play again: you read of them here.",
    new: "New",
    open: (kind: NoticeKind) =>
      kind === "rematch" ? "Answer" : kind === "cancelled" || kind === "declined" ? "Look" : "Play",
    openLabel: (action: string, text: string) => `${action}: ${text}`,
    readAll: "Mark all as read",
    dismiss: "Dismiss",
    dismissAll: "Dismiss all",
    dismissed: "Dismissed.",
    push: "Be told while this page is closed, too",
    accept: "Accept",
    decline: "Decline",
  },

  challenge: {
    heading: "Challenges",
    byName: "Challenge a player by name",
    name: "Username",
    send: "Challenge",
    cancel: "Cancel",
    choose: (name: string) => `What would you like to play with ${name}?`,
    waiting: (name: string) => `You have challenged ${name}`,
    waitingHint: (name: string) =>
      `${name} hears of it at once, or when next online. Nobody else can take the seat. You need not stay on this page.`,
  },

  push: {
    heading: "While this page is closed",
    switch: "Tell me when it is my turn, even when this page is closed",
    hint: {
      on: "This browser tells you: one notification for each game. End it here, or on any notification.",
      off: "Your browser will ask for your leave.",
      forbidden:
        "Your browser does not let this page show notifications. Allow it in the settings for this site first.",
      impossible: "This browser cannot do that at this address. The inbox shows everything all the same.",
    },
    failed: "That did not work. Try it again later, in the settings.",
    offer: "Slow games take time. Shall this browser tell you when it is your turn, even when this page is closed?",
    yes: "Tell me",
    no: "No, thanks",
  },

  foot: { leaderboards: "Leaderboards", programs: "For programs", settings: "Settings" },
  settings: {
    heading: "Settings",
    device: "In this browser",
    everywhere: "On all your devices",
    thisDevice: "This device",
    language: "Language",
    theme: "Theme",
    themes: { system: "Like the system", light: "Light", dark: "Dark" },
    sending: "When I tap a square",
    sendings: {
      "at-once": "Play it at once",
      undo: "Give me two seconds to undo",
      confirm: "Ask me before it is sent",
    },
    chat: "Show the chat",
    sounds: "Sounds",
    volume: "Volume",
    voice: "Let me say squares, in English",
  },

  update: { here: "A new version of the page is here.", take: "Reload", later: "Later" },

  setup: {
    heading: "New game",
    variant: "Game",
    clock: "Clock",
    rounds: "Rounds",
    round: (n: number) => (n === 1 ? "1 game" : `Best of ${n}`),
    rated: "Rated",
    unrated: {
      account: "Only for accounts: guests have no rating.",
      clock: "A rated game needs a clock.",
      rounds: "This game is rated as a series: choose best of 3 or more.",
    },
    friend: "Play a friend",
    friendHint: "You get a link to send",
    anyone: "Play anyone",
    anyoneHint: "Meet whoever is here",
    two: "Two on this device",
    twoHint: "Pass it back and forth",
    level: "Computer",
    levelOf: (level: number) => `Level ${level}`,
    levelHint: (level: number) => levels[level - 1] ?? "",
    tap: "Tap a square to play the computer",
    more: "Clock and rounds",
    first: (variant: string) => `${variant} board: your first move`,
  },
  local: {
    two: "Two on this device",
    computer: "Against the computer, on this device",
    player: (seat: Seat) => `Player ${seat}`,
    computerName: (level: number) => `Computer ${level}`,
    you: "You",
    takeBack: "Take back",
    again: "Play again",
    offline: "No connection: this game stays on your device.",
  },
  variantTitle: (name: string, rows: number, cols: number) =>
    name in variants ? variants[name as VariantName].title : `${rows}×${cols}`,
  variantHowTo: (name: string) => (name in variants ? variants[name as VariantName].howTo : ""),
  clockSetting: (clock: ClockSetting | null) => {
    if (clock === null) return "No clock";
    if (clock.daysPerMove !== undefined)
      return clock.daysPerMove === 1 ? "1 day a move" : `${clock.daysPerMove} days a move`;
    const base = clock.baseSeconds ?? 0;
    const time = base % 60 === 0 ? `${base / 60} min` : `${base} s`;
    return clock.incrementSeconds ? `${time} + ${clock.incrementSeconds} s` : time;
  },

  lobby: {
    heading: "Open games",
    loading: "Looking for open games…",
    empty: "Nobody else is waiting right now.",
    emptyHint: "Press “Play anyone” and be the first: you can make your move while you wait.",
    join: "Join",
  },
  mine: {
    heading: "Your games",
    yourTurn: "Your turn",
    theirTurn: "Their turn",
    waiting: "Waiting for a player",
    against: (name: string | null) => (name === null ? "no opponent yet" : `against ${name}`),
  },

  game: {
    loading: "Fetching the game…",
    missing: "There is no such game.",
    missingHint: "The link may be incomplete, or the game was removed.",
    unknown: "There is no such page.",
    newGame: "New game",
    join: "Join and play",
    watching: "You are watching.",
    playsNow: "to move",
    you: "you",
    // Who is no person is told apart from those who are.
    kinds: { computer: "computer", bot: "bot" },
    emptySeat: "Free seat",
    seat: (seat: Seat) => `plays ${seat}`,
    gone: (name: string) => `${name} has disconnected.`,
    round: (round: number, rounds: number) => `Round ${round} of ${rounds}`,
    points: pointsText,
    scoreLabel: (name: string, score: number) => `${name}: ${pointsText(score)} points`,
    placeMark: "Place",
    sending: "Sending your move…",
    nextRound: "Next round",
    rated: "rated",
    dealings: "Mute, block or report",
    reportLine: (text: string) => `Report: ${text}`,
  },
  status: statusText,

  share: {
    heading: "Invite a friend",
    hint: "Send this link. Whoever opens it first plays you.",
    onlyHere: "This address works on this computer only: to invite others, use its network address.",
    label: "Link to this game",
    copy: "Copy link",
    copied: "Copied",
    byHand: "Press Ctrl+C",
    share: "Share…",
    qr: "QR code",
    qrLabel: "The link as a QR code",
    invitation: "Play Noughts with me!",
    once: "Make a link for one person",
    onceHint: "This link is for one person: it works once, within 24 hours.",
    onceLabel: "Link for one person",
    waitingAnyone: "Your game is in the list of open games. The first to come plays you.",
  },

  actions: {
    heading: "Actions",
    abort: "Call off",
    resign: "Resign",
    sure: "Really resign?",
    yes: "Yes, resign",
    no: "No",
    offer: (what: Offered) => (what === "draw" ? "Offer draw" : "Take back"),
    offered: (what: Offered) => (what === "draw" ? "You offered a draw." : "You asked to take your move back."),
    withdraw: "Withdraw",
    toAnswer: (what: Offered, name: string) =>
      what === "draw" ? `${name} offers a draw.` : `${name} asks to take the last move back.`,
    accept: "Accept",
    decline: "Decline",
    again: "Play again",
    againAsked: "Waiting for the other player’s answer…",
    againOffered: (name: string) => `${name} wants to play again.`,
    nextGame: "Go to the next game",
  },

  clock: (left: TimeLeft) => clockText(left, "d", "h"),
  place: (place: Place): string => {
    if (place.kind === "nine") return NINE[place.place] ?? "";
    if (place.kind === "small") return `${NINE[place.board]} board, ${NINE[place.place]}`;
    return `row ${place.row}, column ${place.col}`;
  },
  cell: (place: string, held: string) => `${place}, ${held === "." ? "empty" : held}`,
  cellNotes: {
    last: "last move",
    line: "in the winning line",
    pending: "sending",
    shut: "not open now",
    intended: "not sent yet",
    hinted: "hint",
  },
  board: (title: string) => `${title} board`,
  moved: (mark: Seat, place: string) => `${mark} at ${place}.`,
  takenBack: "The last move was taken back.",
  joined: (name: string) => `${name} has joined.`,

  /** The server's own words are English already. */
  refusal: (_code: string | undefined, reason: string | undefined, waitSeconds: number | undefined) => {
    const words = reason ?? "That was not possible.";
    return waitSeconds === undefined ? words : `${words} (${Math.ceil(waitSeconds)} s)`;
  },
};

/** The shape of a language: the same keys, other strings. */
type Shape<T> = T extends string
  ? string
  : T extends (...asked: infer A) => string
    ? (...asked: A) => string
    : { readonly [Key in keyof T]: Shape<T[Key]> };

export type Words = Shape<typeof en>;
