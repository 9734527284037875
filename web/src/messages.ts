// Written by tools/message_types.py from the server's own messages: change those, not this file.

export type Seat = "X" | "O";

export type Visibility = "public" | "private";

export type SeatChoice = "X" | "O" | "random";

export type PlayerKind = "guest" | "account" | "bot" | "computer" | "deleted";

export type Offered = "draw" | "takeback";

export type EmoteName = "hello" | "good-luck" | "well-played" | "thanks" | "oops" | "wow" | "thinking" | "hurry" | "sorry" | "laugh" | "sad" | "bye";

/** The newest move on the board. `unprepared`: the computer moved quickly because its engine was not ready. `by_computer`: played for an absent player. */
export interface LastMove {
  position: number;
  mark: Seat;
  seat: Seat;
  unprepared?: boolean;
  byComputer?: boolean;
}

/** Milliseconds left to each seat at the server's time `at_ms`, and whose clock has been running since then. */
export interface ClockState {
  xMs: number;
  oMs: number;
  running: Seat | null;
  atMs: number;
}

/** A player's public details. */
export interface PlayerCard {
  id: string;
  name: string;
  kind: PlayerKind;
  picture: string | null;
}

/** The players by seat; an empty seat is null. */
export interface Players {
  X: PlayerCard | null;
  O: PlayerCard | null;
}

/** How a round or a game ended. No winner is a tie, or no result at all when the reason is `aborted`, `cancelled` or `declined`. */
export interface Result {
  winner: Seat | null;
  reason: string;
  line: number[];
}

/** Real time (`base_seconds` and `increment_seconds`, Fischer) or slow (`days_per_move`); exactly one of the two. */
export interface ClockSetting {
  baseSeconds?: number;
  incrementSeconds?: number;
  daysPerMove?: 1 | 2 | 3 | 5 | 7 | 14;
}

/** Points of a series by seat: a win is 1, a draw 0.5. */
export interface Score {
  X: number;
  O: number;
}

/** The board on which the round before this one ended. */
export interface PreviousRound {
  cells: string;
  result: Result;
}

/** The computer plays in this seat, at this level, until its player is back. The result is that player's own. */
export interface StandIn {
  seat: Seat;
  level: number;
  credited: string;
}

/** The full state of a game. `version` rises by one with every change. */
export interface BoardState {
  type: "BoardState";
  game: string;
  version: number;
  started: boolean;
  cells: string;
  turn: Seat | null;
  ply: number;
  lastMove: LastMove | null;
  clock: ClockState | null;
  boards: string | null;
  openBoards: number[];
  offers: Record<string, Seat>;
  order: number[];
  stage: string;
  phase: "finished" | "open" | "playing";
  variant: string;
  rows: number;
  cols: number;
  players: Players;
  result: Result | null;
  clockSetting: ClockSetting | null;
  playAgain: Seat[];
  nextGame: string | null;
  round: number;
  rounds: number;
  score: Score | null;
  previousRound: PreviousRound | null;
  name: string | null;
  visibility: Visibility;
  alike: "name" | "picture"[];
  rated: boolean;
  absence: "choose" | "computer" | "draw" | "wait" | "win";
  standIns: StandIn[];
}

/** The answer to a command: `re` is its type, `id` its id. If `value` is false, `code` is for programs and `reason` for people. */
export interface ActionSuccess {
  type: "ActionSuccess";
  value: boolean;
  re?: string;
  id?: string;
  game?: string;
  version?: number;
  code?: string;
  reason?: string;
  waitSeconds?: number;
  state?: BoardState;
}

/** Your player. `token` is sent once, when it is new: anyone who has it can act as this player. `role` is `moderator` for accounts that the operator has made moderators. */
export interface Welcome {
  type: "Welcome";
  player: PlayerCard;
  token?: string;
  role?: "moderator";
}

/** A game with a free seat, as the lobby lists it. */
export interface OpenGame {
  id: string;
  name: string | null;
  variant: string;
  rounds: number;
  clock: ClockSetting | null;
  freeSeat: Seat;
  by: PlayerCard;
  createdMs: number;
  rated: boolean;
}

/** The open public games, oldest first, a few of each player; `next` asks for the following page. */
export interface ListOfGames {
  type: "ListOfGames";
  games: OpenGame[];
  next?: string;
}

/** Your opponent in this game. */
export interface ClientInfo {
  type: "ClientInfo";
  game: string;
  seat: Seat;
  player: PlayerCard;
}

/** The other player is absent, or about to be. `sinceMs` is when the player was last online. From `claimsMs` on you may end the game with `ClaimWin` or `ClaimDraw`, or let the computer play. Without `claimsMs` you can't claim anything in this position. `ClientInfo` reports that the player is back. */
export interface ClientDisconnected {
  type: "ClientDisconnected";
  game: string;
  seat: Seat;
  sinceMs?: number;
  claimsMs?: number;
}

/** The end of the game, from your point of view. */
export interface GameOver {
  type: "GameOver";
  game: string;
  result: "Lose" | "Tie" | "Win";
}

/** A message by a player of this game, for both players. */
export interface ChatLine {
  type: "Chat";
  game: string;
  seat: Seat;
  text: string;
}

/** An emote by a player of this game, for both players. */
export interface EmoteShown {
  type: "Emote";
  game: string;
  seat: Seat;
  emote: EmoteName;
}

/** A message by a spectator, for spectators. */
export interface WatcherSaid {
  type: "WatcherSaid";
  game: string;
  by: PlayerCard;
  text: string;
}

/** A game that waits for an invited player. */
export interface Challenge {
  state: BoardState;
  by: PlayerCard;
  to: PlayerCard;
}

/** The games that wait for you, and those where you wait for an invited player; newest first. */
export interface Challenges {
  type: "Challenges";
  incoming: Challenge[];
  outgoing: Challenge[];
}

/** A player you have muted (`mute`) or blocked (`block`). */
export interface BlockInfo {
  player: PlayerCard;
  how: "block" | "mute";
  sinceMs: number;
}

/** Your blocked and muted players, newest first. */
export interface Blocks {
  type: "Blocks";
  blocks: BlockInfo[];
}

/** One of the two players has deleted this game. */
export interface GameGone {
  type: "GameGone";
  game: string;
}

/** The answer to a heartbeat, with the server's time in milliseconds. */
export interface Pulse {
  type: "Heartbeat";
  atMs: number;
}

/** News about one of your games. There is one notice for each game, and a newer one replaces it. `turn`: it is your turn. `challenge`: a player challenges you. `rematch`: a player wants a rematch. `waiting`: it has been your turn for long. `cancelling`: the game will be cancelled if nobody moves. `cancelled`: it was. `declined`: the player you challenged declined. */
export interface Notice {
  kind: "cancelled" | "cancelling" | "challenge" | "declined" | "rematch" | "turn" | "waiting";
  game: string;
  variant: string;
  by: PlayerCard | null;
  atMs: number;
  read: boolean;
}

/** All notices, newest first, and how many of them are new. */
export interface Inbox {
  type: "Inbox";
  notices: Notice[];
  unread: number;
}

/** Every unfinished game of a player with its state: those that wait for the player first, longest waiting first. */
export interface MyGames {
  type: "MyGames";
  games: BoardState[];
  waiting: number;
}

/** A login, or an API token: then `scopes` lists its permissions. The token itself is not shown again. */
export interface LoginInfo {
  id: string;
  label: string;
  scopes: "play" | "profile" | "read" | "talk"[] | null;
  createdMs: number;
  usedMs: number;
  isCurrent: boolean;
}

/** Your logins and tokens, most recently used first. */
export interface Logins {
  type: "Logins";
  logins: LoginInfo[];
}

/** How many logins and tokens are no longer valid. */
export interface LoginsEnded {
  type: "LoginsEnded";
  count: number;
}

/** A new token. It is shown only once: anyone who has it can use its permissions. */
export interface TokenMade {
  type: "TokenMade";
  token: string;
  login: LoginInfo;
}

/** New recovery codes. They are shown only once: anyone who has one can take over the account. */
export interface RecoveryCodes {
  type: "RecoveryCodes";
  codes: string[];
}

/** The ways to recover your account without your password: the number of unused recovery codes. */
export interface RecoveryShown {
  type: "RecoveryShown";
  codesLeft: number;
}

/** Every setting with its default. Fields are only ever added: old rows must stay readable. */
export interface PlayerSettings {
  volume: number;
  sounds: boolean;
  theme: "dark" | "light" | "system";
  language: string;
  confirmMoves: boolean;
  undoMoves: boolean;
  idleDays: number;
  notifications: boolean;
  notifyTurn: boolean;
  notifyChallenge: boolean;
  notifyReminder: boolean;
  quietFrom: string;
  quietUntil: string;
  utcOffsetMinutes: number;
  chat: boolean;
}

/** All settings as they are now. */
export interface SettingsShown {
  type: "SettingsShown";
  settings: PlayerSettings;
}

/** An invitation link: the first person to open this path before it expires may take the seat. */
export interface InviteMade {
  type: "InviteMade";
  game: string;
  token: string;
  path: string;
  expiresMs: number;
}

/** The report was sent to the operator. */
export interface ReportMade {
  type: "ReportMade";
  report: string;
}

/** A player you follow. `online`: connected now, or active over HTTP within the last 30 seconds. */
export interface Friend {
  player: PlayerCard;
  online: boolean;
  sinceMs: number;
}

/** The players you follow: those online first, each group by name. */
export interface Friends {
  type: "Friends";
  friends: Friend[];
}

/** How many games were played, and how they ended. */
export interface Sums {
  played: number;
  won: number;
  lost: number;
  drawn: number;
}

/** The games of one variant, speed and seat; a series counts once, and its seat is `both`. */
export interface RecordEntry {
  played: number;
  won: number;
  lost: number;
  drawn: number;
  variant: string;
  speed: string;
  seat: string;
  against: string;
  playedMs: number;
}

/** The current streak against people, and the longest streaks. */
export interface StreakEntry {
  outcome: string;
  length: number;
  longestWon: number;
  longestLost: number;
}

/** A rating as of now. A provisional one is shown with a question mark. */
export interface RatingEntry {
  variant: string;
  speed: string;
  rating: number;
  deviation: number;
  isProvisional: boolean;
  games: number;
  ratedMs: number;
}

/** An opponent, and the player's results against them. */
export interface Rival {
  played: number;
  won: number;
  lost: number;
  drawn: number;
  player: PlayerCard;
  username: string | null;
}

/** A player: totals over all games against people, and the records that make them up. */
export interface PlayerPage {
  player: PlayerCard;
  username: string;
  createdMs: number;
  sums: Sums;
  records: RecordEntry[];
  streak: StreakEntry | null;
  ratings: RatingEntry[];
  rivals: Rival[];
}

/** The effect of a rated game on a rating. */
export interface RatingChange {
  player: string;
  before: number;
  after: number;
}

/** A summary of a finished game that counts. */
export interface FinishedGame {
  game: string;
  variant: string;
  speed: string;
  rounds: number;
  rated: boolean;
  players: Players;
  winner: Seat | null;
  reason: string;
  finishedMs: number;
  ratingChanges: RatingChange[];
}

/** Finished games, newest first; `next` asks for the page of older games, and is null at the end. */
export interface FinishedGames {
  games: FinishedGame[];
  next: string | null;
}

/** The games of one variant. */
export interface VariantSums {
  played: number;
  won: number;
  lost: number;
  drawn: number;
  variant: string;
}

/** Two players; the totals are those of the player named first. `variants` sums up the newest thousand games by variant. Only the first page has it. */
export interface Versus {
  player: PlayerCard;
  opponent: PlayerCard;
  sums: Sums;
  variants: VariantSums[];
  games: FinishedGame[];
  next: string | null;
}

/** A rating after a game. The id of a private game is left out. */
export interface RatingPoint {
  game: string | null;
  atMs: number;
  rating: number;
  deviation: number;
}

/** A rating over time, oldest first; `next` asks for the page of older games, and is null at the end. */
export interface RatingHistory {
  variant: string;
  speed: string;
  points: RatingPoint[];
  next: string | null;
}

/** One line of a leaderboard. */
export interface Place {
  rank: number;
  player: PlayerCard;
  username: string;
  rating: number;
  deviation: number;
  games: number;
}

/** Active players with a reliable rating, best first; `next` asks for the following page. */
export interface Leaderboard {
  variant: string;
  speed: string;
  places: Place[];
  next: string | null;
}

/** A link for one guest, until `expiresMs`. `text` is ready to send; `qr` is the path of the link's QR code. */
export interface InviteLink {
  game: string;
  token: string;
  url: string;
  text: string;
  qr: string;
  expiresMs: number;
}

/** The invited game, and the person who invites. */
export interface InviteShown {
  by: PlayerCard;
  variant: string;
  rounds: number;
  clock: ClockSetting | null;
  rated: boolean;
}

/** A passkey of yours. */
export interface PasskeyInfo {
  id: string;
  name: string;
  createdMs: number;
  usedMs: number | null;
}

/** Your passkeys, oldest first. */
export interface PasskeyList {
  passkeys: PasskeyInfo[];
}

/** A challenge to be signed by a passkey of the site `rpId`, within five minutes. */
export interface PasskeyChallenge {
  challenge: string;
  rpId: string;
}

/** A challenge for a new passkey of this player. `known` lists the credentials of authenticators that already have one. */
export interface PasskeyRequest {
  challenge: string;
  rpId: string;
  player: string;
  username: string;
  known: string[];
}

/** A player's report about another. `openAboutPlayer` counts the open reports about the same player. */
export interface ReportInfo {
  id: string;
  why: "abuse" | "cheating" | "name" | "other" | "picture";
  words: string;
  by: PlayerCard;
  about: PlayerCard;
  game: string | null;
  createdMs: number;
  closedMs: number | null;
  outcome: "acted" | "no_action" | "warned" | null;
  openAboutPlayer: number;
}

/** Reports, newest first; `next` asks for the following page. */
export interface ReportPage {
  reports: ReportInfo[];
  next: string | null;
}

/** A line of chat; without a seat, a spectator's. */
export interface ChatSaid {
  by: PlayerCard;
  seat: Seat | null;
  atMs: number;
  words: string;
}

/** A report, and the stored chat of its game, oldest first. */
export interface ReportShown {
  report: ReportInfo;
  chat: ChatSaid[];
}

/** A sanction on a player. A null `endsMs` means without end. */
export interface SanctionInfo {
  kind: "ban" | "close" | "mute" | "name";
  sinceMs: number;
  endsMs: number | null;
}

/** A sign of possible cheating, not a proof. `share` is of the difficult moves, of accuracy, or of the player's games. */
export interface Hint {
  kind: "accuracy" | "engine_moves" | "one_address";
  share: number;
  others: number | null;
  moves: number;
  games: string[];
}

/** An act of a moderator, or a note. A null `by` means the operator. */
export interface LogEntry {
  id: string;
  atMs: number;
  by: PlayerCard | null;
  action: "add_role" | "ban" | "close" | "close_report" | "mute" | "note" | "remove_picture" | "remove_role" | "rename" | "reopen" | "unban" | "unmute";
  about: PlayerCard;
  report: string | null;
  endsMs: number | null;
  words: string;
}

/** All that moderators know about a player. */
export interface ModeratedPlayer {
  player: PlayerCard;
  username: string | null;
  role: "moderator" | null;
  createdMs: number;
  seenMs: number;
  sanctions: SanctionInfo[];
  hints: Hint[];
  reports: ReportInfo[];
  log: LogEntry[];
}

/** What moderators did, newest first; `next` asks for the following page. */
export interface LogPage {
  entries: LogEntry[];
  next: string | null;
}

/** Your confirmed address, and a new one that isn't confirmed yet. To confirm it, open the link we sent there. */
export interface EmailShown {
  address: string | null;
  unconfirmed: string | null;
}

/** The address is confirmed, for the account with this name. */
export interface EmailConfirmed {
  name: string;
}

/** The request was received. The answer is the same whether or not an account has the address. */
export interface MailRequested {
  minutes: number;
}

/** The provider's page, where the browser goes next. */
export interface ProviderStart {
  url: string;
}

/** Your player. It is null if no account is linked to this login yet; then you may sign up with it. */
export interface ProviderEntered {
  player: PlayerCard | null;
}

/** A login at the provider that is linked to your account. */
export interface ProviderLogin {
  id: string;
  createdMs: number;
  usedMs: number | null;
}

/** Your linked logins, oldest first. */
export interface ProviderLogins {
  logins: ProviderLogin[];
}

/** Play at once with no account. The answer is followed by `Welcome`, which carries the guest's token. */
export interface PlayAsGuest {
  type: "PlayAsGuest";
  name?: string;
  id?: string;
}

/** Make an account. The client stays at the login screen; `Login` comes next. The picture is the name of one that the client draws, or image data in base64. */
export interface CreateLogin {
  type: "CreateLogin";
  id?: string;
  username: string;
  password: string;
  profilePicture?: string;
  bot?: boolean;
}

/** Set this picture: PNG, JPEG or WebP in base64. Needs a login, or an account just created on this connection. */
export interface AddProfilePic {
  type: "AddProfilePic";
  id?: string;
  profilePicture: string;
}

/** Log in with a username and password, or with a token. With neither, the connection's cookie or header identifies you. `resume` asks for the state of every unfinished game; a token needs the scope `read` for that. */
export interface Login {
  type: "Login";
  id?: string;
  token?: string;
  username?: string;
  password?: string;
  resume?: boolean;
}

/** List the open games. `follow` subscribes to changes of the list, until you send the command without it. `after` asks for the next page: pass `next` of the page before. */
export interface ListGames {
  type: "ListGames";
  follow?: boolean;
  after?: string;
  id?: string;
}

/** Open a game and take a seat in it. */
export interface CreateGame {
  type: "CreateGame";
  name?: string;
  variant?: string;
  seat?: SeatChoice;
  rounds?: number;
  clock?: ClockSetting;
  visibility?: Visibility;
  opponent?: string;
  rated?: boolean;
  absence?: "choose" | "computer" | "draw" | "wait" | "win";
  id?: string;
}

/** Take the free seat of the game with this lobby name or id. */
export interface JoinGame {
  type: "JoinGame";
  id?: string;
  name: string;
}

/** Get matched with anyone, or with a named opponent: take a seat in an open game of this kind, or open one and wait. */
export interface Pair {
  type: "Pair";
  variant?: string;
  rounds?: number;
  clock?: ClockSetting;
  seat?: SeatChoice;
  opponent?: string;
  rated?: boolean;
  id?: string;
}

/** Take the free seat in the game of this invitation. */
export interface AcceptInvite {
  type: "AcceptInvite";
  id?: string;
  token: string;
}

/** Receive the state of this game, now and after every change. */
export interface Watch {
  type: "Watch";
  id?: string;
  game: string;
}

/** Report that you are connected, with the version you have of each game; newer states follow. */
export interface Heartbeat {
  type: "Heartbeat";
  games?: Record<string, number>;
  hidden?: boolean;
  shown?: string[];
  id?: string;
}

/** Turn this guest into an account that keeps all games. `Welcome` brings a new token; old ones end. */
export interface BecomeAccount {
  type: "BecomeAccount";
  id?: string;
  username: string;
  password: string;
}

/** End the login that sends this: its token becomes invalid and its connections are closed. */
export interface Logout {
  type: "Logout";
  id?: string;
}

/** Change the password. All other logins end. */
export interface ChangePassword {
  type: "ChangePassword";
  id?: string;
  old: string;
  new: string;
}

/** Delete the account. Running games are resigned, and opponents see a deleted player in old ones. Accounts need their password; guests have none. */
export interface DeleteAccount {
  type: "DeleteAccount";
  password?: string;
  id?: string;
}

/** Create recovery codes for your account. Each sets a new password once, if you forget yours. Old codes end. */
export interface MakeRecoveryCodes {
  type: "MakeRecoveryCodes";
  id?: string;
  password: string;
}

/** Show how you can get back into your account without your password. */
export interface ShowRecovery {
  type: "ShowRecovery";
  id?: string;
}

/** List your logins and tokens. */
export interface ListLogins {
  type: "ListLogins";
  id?: string;
}

/** End this login or token, or without an id all logins except the current one. */
export interface EndLogin {
  type: "EndLogin";
  login?: string;
  id?: string;
}

/** Create a token for a program, with the permissions of its scopes, until you end it. */
export interface MakeToken {
  type: "MakeToken";
  id?: string;
  label: string;
  scopes: "play" | "profile" | "read" | "talk"[];
}

/** Change the display name; the username stays. */
export interface ChangeName {
  type: "ChangeName";
  id?: string;
  name: string;
}

/** Show your settings. */
export interface ShowSettings {
  type: "ShowSettings";
  id?: string;
}

/** Change these settings; others stay as they are. */
export interface ChangeSettings {
  type: "ChangeSettings";
  volume?: number;
  sounds?: boolean;
  theme?: "dark" | "light" | "system";
  language?: string;
  confirmMoves?: boolean;
  undoMoves?: boolean;
  idleDays?: number;
  notifications?: boolean;
  notifyTurn?: boolean;
  notifyChallenge?: boolean;
  notifyReminder?: boolean;
  quietFrom?: string;
  quietUntil?: string;
  utcOffsetMinutes?: number;
  chat?: boolean;
  id?: string;
}

/** List your challenges: the games that wait for you, and those where you wait for an invited player. */
export interface ListChallenges {
  type: "ListChallenges";
  id?: string;
}

/** Create a link that lets one person take the free seat of your game, within a day. */
export interface MakeInvite {
  type: "MakeInvite";
  id?: string;
  game: string;
}

/** List the players you have blocked or muted. */
export interface ListBlocks {
  type: "ListBlocks";
  id?: string;
}

/** Mute this player (`mute`), or block them (`block`): by username or id. */
export interface Block {
  type: "Block";
  id?: string;
  name: string;
  how?: "block" | "mute";
}

/** Unblock or unmute this player. */
export interface Unblock {
  type: "Unblock";
  id?: string;
  name: string;
}

/** List the players you follow, and which of them are online. */
export interface ListFriends {
  type: "ListFriends";
  id?: string;
}

/** Follow this account: by username or id. */
export interface Follow {
  type: "Follow";
  id?: string;
  name: string;
}

/** Stop following this player. */
export interface Unfollow {
  type: "Unfollow";
  id?: string;
  name: string;
}

/** Report this player to the operator, with the game it is about. */
export interface Report {
  type: "Report";
  id?: string;
  name: string;
  why: "abuse" | "cheating" | "name" | "other" | "picture";
  words?: string;
  game?: string;
}

/** List your unfinished games with their states, in one answer: `MyGames`. */
export interface ListMyGames {
  type: "ListMyGames";
  id?: string;
}

/** List your notices: `Inbox`. `follow` subscribes to changes, until you send the command without it. */
export interface ListNotices {
  type: "ListNotices";
  follow?: boolean;
  id?: string;
}

/** Mark the notices about this game as read, or without a game all notices. */
export interface ReadNotices {
  type: "ReadNotices";
  game?: string;
  id?: string;
}

/** Dismiss the notices about this game, or without a game all notices. */
export interface DismissNotices {
  type: "DismissNotices";
  game?: string;
  id?: string;
}

/** Start the game: both players leave the lobby and see the board. */
export interface StartGame {
  type: "StartGame";
  game?: string;
  id?: string;
}

/** Play a cell. `ply` is the number of moves made before this one; any other number is refused as stale. */
export interface MakeMove {
  type: "MakeMove";
  game?: string;
  id?: string;
  position: number;
  ply?: number;
  mark?: Seat;
}

/** Resign the game. */
export interface Resign {
  type: "Resign";
  game?: string;
  id?: string;
}

/** Cancel the game before both have moved. */
export interface Abort {
  type: "Abort";
  game?: string;
  id?: string;
}

/** Offer a draw, or ask to take back your last move. */
export interface Offer {
  type: "Offer";
  game?: string;
  id?: string;
  what: Offered;
}

/** Accept the opponent's offer. */
export interface AcceptOffer {
  type: "AcceptOffer";
  game?: string;
  id?: string;
  what: Offered;
}

/** Decline the opponent's offer, or withdraw your own. */
export interface DeclineOffer {
  type: "DeclineOffer";
  game?: string;
  id?: string;
  what: Offered;
}

/** Give the opponent 15 more seconds. */
export interface GiveTime {
  type: "GiveTime";
  game?: string;
  id?: string;
}

/** Claim the win because the opponent is absent. */
export interface ClaimWin {
  type: "ClaimWin";
  game?: string;
  id?: string;
}

/** Claim a draw because the opponent is absent. */
export interface ClaimDraw {
  type: "ClaimDraw";
  game?: string;
  id?: string;
}

/** Let the computer play for the absent opponent until they return. The result counts for the absent player. */
export interface LetComputerPlay {
  type: "LetComputerPlay";
  game?: string;
  level?: number;
  id?: string;
}

/** Agree to another game with the same opponent, or decline. It starts when both agree and name the same variant. Without a variant, the variant of the finished game is meant. */
export interface PlayAgain {
  type: "PlayAgain";
  game?: string;
  id?: string;
  value: boolean;
  variant?: string;
}

/** Decline a challenge. */
export interface DeclineChallenge {
  type: "DeclineChallenge";
  game?: string;
  id?: string;
}

/** Return to the previous screen. */
export interface Exit {
  type: "Exit";
  game?: string;
  id?: string;
}

/** Send a message to the other player, or as a spectator to the other spectators. */
export interface Chat {
  type: "Chat";
  game?: string;
  id?: string;
  text: string;
}

/** Send an emote to the other player. */
export interface Emote {
  type: "Emote";
  game?: string;
  id?: string;
  emote: EmoteName;
}

export type Message =
  | BoardState
  | ActionSuccess
  | Welcome
  | ListOfGames
  | ClientInfo
  | ClientDisconnected
  | GameOver
  | ChatLine
  | EmoteShown
  | WatcherSaid
  | Challenges
  | Blocks
  | GameGone
  | Pulse
  | Inbox
  | MyGames
  | Logins
  | LoginsEnded
  | TokenMade
  | RecoveryCodes
  | RecoveryShown
  | SettingsShown
  | InviteMade
  | ReportMade
  | Friends;

export type Command =
  | PlayAsGuest
  | CreateLogin
  | AddProfilePic
  | Login
  | ListGames
  | CreateGame
  | JoinGame
  | Pair
  | AcceptInvite
  | Watch
  | Heartbeat
  | BecomeAccount
  | Logout
  | ChangePassword
  | DeleteAccount
  | MakeRecoveryCodes
  | ShowRecovery
  | ListLogins
  | EndLogin
  | MakeToken
  | ChangeName
  | ShowSettings
  | ChangeSettings
  | ListChallenges
  | MakeInvite
  | ListBlocks
  | Block
  | Unblock
  | ListFriends
  | Follow
  | Unfollow
  | Report
  | ListMyGames
  | ListNotices
  | ReadNotices
  | DismissNotices
  | StartGame
  | MakeMove
  | Resign
  | Abort
  | Offer
  | AcceptOffer
  | DeclineOffer
  | GiveTime
  | ClaimWin
  | ClaimDraw
  | LetComputerPlay
  | PlayAgain
  | DeclineChallenge
  | Exit
  | Chat
  | Emote;

export type RefusalCode =
  | "malformed"
  | "bad_frame"
  | "bad_upgrade"
  | "upgrade_needed"
  | "not_utf8"
  | "too_large"
  | "bad_name"
  | "bad_username"
  | "bad_password"
  | "bad_picture"
  | "bad_subscription"
  | "bad_text"
  | "bad_notation"
  | "bad_audio"
  | "unknown_variant"
  | "not_logged_in"
  | "bad_token"
  | "wrong_login"
  | "wrong_recovery_code"
  | "wrong_passkey"
  | "bad_passkey"
  | "no_such_passkey"
  | "too_many_passkeys"
  | "passkeys_unavailable"
  | "bad_email"
  | "no_such_email_link"
  | "too_many_accounts_of_email"
  | "email_off"
  | "provider_off"
  | "provider_unavailable"
  | "provider_login_failed"
  | "provider_login_taken"
  | "too_many_provider_logins"
  | "no_such_provider_login"
  | "banned"
  | "account_closed"
  | "muted"
  | "name_kept"
  | "moderators_only"
  | "moderator_exempt"
  | "no_such_report"
  | "not_imposed"
  | "end_needed"
  | "username_taken"
  | "username_reserved"
  | "name_in_use"
  | "already_logged_in"
  | "account_needed"
  | "wrong_password"
  | "already_account"
  | "missing_scope"
  | "logged_out"
  | "no_such_login"
  | "too_many_tokens"
  | "forbidden_origin"
  | "json_needed"
  | "not_yours"
  | "no_such_game"
  | "no_such_player"
  | "no_such_puzzle"
  | "not_found"
  | "wrong_method"
  | "no_game_open"
  | "not_started"
  | "already_started"
  | "in_a_game"
  | "name_taken"
  | "game_full"
  | "own_game"
  | "not_invited"
  | "not_rated"
  | "not_a_room"
  | "no_such_invite"
  | "seat_kept"
  | "too_many_invites"
  | "already_challenged"
  | "blocked"
  | "chat_off"
  | "too_many_blocks"
  | "too_many_follows"
  | "guest_not_followed"
  | "opponent_missing"
  | "too_many_games"
  | "not_your_turn"
  | "stale"
  | "out_of_range"
  | "cell_taken"
  | "wrong_board"
  | "cell_floats"
  | "wrong_mark"
  | "game_over"
  | "time_over"
  | "hints_unfair"
  | "not_finished"
  | "too_late_to_abort"
  | "no_offer"
  | "already_offered"
  | "nothing_to_take_back"
  | "wait_to_ask_again"
  | "no_clock"
  | "opponent_here"
  | "not_gone_long_enough"
  | "nothing_to_claim"
  | "rematch_declined"
  | "game_types_differ"
  | "opponent_left"
  | "called_off"
  | "too_many_requests"
  | "too_many_tries"
  | "too_much_talk"
  | "said_already"
  | "too_many_reports"
  | "already_reported"
  | "too_many_pictures"
  | "too_many_mails"
  | "mail_busy"
  | "too_many_uploads"
  | "upload_too_slow"
  | "logins_busy"
  | "too_many_connections"
  | "too_many_large_messages"
  | "too_slow"
  | "silent"
  | "computer_busy"
  | "computer_away"
  | "pictures_off"
  | "voice_busy"
  | "voice_off"
  | "busy"
  | "storage_unavailable"
  | "shutting_down"
  | "internal";

/** The registered variants. Their texts are in the client. */
export const VARIANTS = [
  { name: "classic", rows: 3, cols: 3, inARow: 3, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 2 },
  { name: "ultimate", rows: 9, cols: 9, inARow: 3, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: true, mostBoardsWin: false, fewestRatedRounds: 1 },
  { name: "misere", rows: 3, cols: 3, inARow: 3, choosesMark: false, singleMark: false, lineLoses: true, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 2 },
  { name: "wild", rows: 3, cols: 3, inARow: 3, choosesMark: true, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 2 },
  { name: "4x4", rows: 4, cols: 4, inARow: 4, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 2 },
  { name: "6x6", rows: 6, cols: 6, inARow: 4, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 2 },
  { name: "9x9", rows: 9, cols: 9, inARow: 5, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 1 },
  { name: "gomoku", rows: 15, cols: 15, inARow: 5, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 1 },
  { name: "gomoku-exact", rows: 15, cols: 15, inARow: 5, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "exact", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 1 },
  { name: "caro", rows: 15, cols: 15, inARow: 5, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "unblocked", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 1 },
  { name: "connect-four", rows: 6, cols: 7, inARow: 4, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: true, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 2 },
  { name: "notakto", rows: 3, cols: 3, inARow: 3, choosesMark: false, singleMark: true, lineLoses: true, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 2 },
  { name: "ultimate-majority", rows: 9, cols: 9, inARow: 3, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: true, mostBoardsWin: true, fewestRatedRounds: 1 },
  { name: "order-and-chaos", rows: 6, cols: 6, inARow: 5, choosesMark: true, singleMark: false, lineLoses: false, makerBreaker: true, lineRule: "any", gravity: false, swaps: false, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 2 },
  { name: "vanishing", rows: 3, cols: 3, inARow: 3, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: false, mostMarks: 3, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 2 },
  { name: "gomoku-swap2", rows: 15, cols: 15, inARow: 5, choosesMark: false, singleMark: false, lineLoses: false, makerBreaker: false, lineRule: "any", gravity: false, swaps: true, mostMarks: null, hasBoards: false, mostBoardsWin: false, fewestRatedRounds: 1 },
] as const;

/** The kinds of notices. */
export const NOTICE_KINDS = ["turn", "challenge", "rematch", "declined", "waiting", "cancelling", "cancelled"] as const;

/** Pages whose address has no further part. */
export const PAGES = ["two", "computer", "settings", "puzzles", "learn", "watch", "duel", "analysis", "inbox", "history", "friends", "account", "leaderboards", "moderation"] as const;

/** Pages whose address continues with an id or a name. */
export const PAGES_OF = ["g", "u", "invite", "replay", "puzzles"] as const;
