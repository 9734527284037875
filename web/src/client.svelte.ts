// The page's only client: holds the model, talks to the server through the session, and carries out what the views ask for.

import { withPulse } from "./game/clock";
import { declinedOffer } from "./game/actions";
import { opponentOf, seatOf } from "./game/seats";
import { withPending, type PendingMove } from "./game/state";
import { keepChallenge, setupAmongPeople, setupOf, type Choice } from "./choices";
import { newGame, withMove } from "./local/game";
import { keepGame, type Kind } from "./local/store";
import { keepHadGames } from "./had-games";
import { challengeNotices, challengeOf, changed, EMPTY_MODEL, heard, newNotice, versions, type Model } from "./model";
import type { ActionSuccess, BoardState, Message, Notice, Offered, Seat } from "./messages";
import { browserEnvironment, newId } from "./net/environment";
import { browserIdentity, onPlayerElsewhere, tellOtherTabs } from "./net/identity";
import { Session, type Asked } from "./net/session";
import { gamePath, parsePath, type Route } from "./routes";
import type { Move } from "./rules/position";
import { findVariant } from "./rules/variants";
import { keepPool, keptPool, settled, waitIn } from "./pool";
import { Sounds } from "./sound/sounds";
import { announce } from "./words/announce";
import { words } from "./words";

// How long a tap waits for the server before the game starts on this device instead.
const PATIENCE_MS = 3000;

/** Requests that need an answer now, on any page. */
export interface Toast {
  kind: "challenge" | "rematch" | "joined";
  game: string;
  by: string;
}

export class Client {
  model: Model = $state.raw(EMPTY_MODEL);
  route: Route = $state.raw({ page: "home" });
  /** The newest refusal, as text to show. */
  notice: string | null = $state(null);
  toast: Toast | null = $state.raw(null);
  /** The text for assistive technology to announce now. */
  announcement = $state("");
  readonly sounds = new Sounds();
  readonly #session: Session;
  #followed: string | null = null;
  /** Callbacks that wait until the server is reached. */
  #reached: (() => void)[] = [];
  /** The offer withdrawn here last, so that it isn't reported as declined. */
  #withdrawn: Offered | null = null;
  /** A move sent for a game whose board has not arrived yet. */
  #firstMove: { game: string; pending: PendingMove } | null = null;
  /** The last game about which we asked the server whether it is a challenge. */
  #askedAbout: string | null = null;

  constructor(url: string) {
    this.#session = new Session(browserEnvironment(url), browserIdentity, {
      onLink: (link) => {
        this.model = { ...this.model, link };
        if (link === "online") for (const reached of this.#reached.splice(0)) reached();
      },
      onMessage: (message) => this.#onMessage(message),
      onPulse: (sent, back, server) => {
        this.model = { ...this.model, serverTime: withPulse(this.model.serverTime, sent, back, server) };
      },
      versions: () => versions(this.model, this.shownGame ?? this.#followed),
      shown: () => (document.hidden || this.shownGame === null ? [] : [this.shownGame]),
    });
    this.#session.keepAsking("inbox", { type: "ListNotices", follow: true }, undefined, true);
  }

  /** Follow this game as well as the page's own game; null follows none. */
  follow(game: string | null): void {
    this.#followed = game;
    this.#session.keepAsking("followed", game === null ? null : { type: "Watch", game });
  }

  get shownGame(): string | null {
    return this.route.page === "game" ? this.route.game : null;
  }

  start(): void {
    addEventListener("popstate", () => this.#enter());
    addEventListener("online", () => this.#session.wake());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#session.tellShown();
      else this.#session.wake();
    });
    onPlayerElsewhere(() => this.#becomeAnother());
    this.#session.start();
    this.#enter();
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.#enter();
    scrollTo(0, 0);
  }

  /** Go there and replace the current page in the browser's history. */
  goInstead(path: string): void {
    history.replaceState(null, "", path);
    this.#enter();
    scrollTo(0, 0);
  }

  /** Create, join or pair for a game and go there. Returns false if it was refused. */
  async enterBy(asked: Asked): Promise<boolean> {
    if (!(await this.#hasServer())) {
      this.notice = words.offline.people;
      return false;
    }
    const answer = await this.ask(asked);
    if (!answer.value || answer.game === undefined) return false;
    this.go(gamePath(answer.game));
    return true;
  }

  /** Wait in several games at once, and play the first that somebody joins. */
  async enterAny(choices: readonly Choice[]): Promise<void> {
    if (!(await this.#hasServer())) {
      this.notice = words.offline.people;
      return;
    }
    const kind = this.model.me?.kind;
    const seeks = choices.map((choice): Asked => ({ type: "Pair", ...setupAmongPeople(choice, kind) }));
    const { open, entered } = await waitIn(seeks, (asked) => this.ask(asked));
    if (entered === null) return;
    if (open.includes(entered)) keepPool(open);
    else this.#cancel(open);
    this.go(gamePath(entered));
  }

  #cancel(games: readonly string[]): void {
    keepPool([]);
    // A game that has begun in the meantime is not cancelled: it stays in the list of your games.
    for (const game of games) void this.#session.ask({ type: "Abort", game });
  }

  /** Challenge this player, by username or id, and go to the game. The next challenge starts with the same choice. */
  async challenge(opponent: string, choice: Choice): Promise<boolean> {
    keepChallenge(choice);
    return this.enterBy({
      type: "CreateGame",
      visibility: "private",
      opponent,
      ...setupAmongPeople(choice, this.model.me?.kind),
    });
  }

  /** Play the computer, starting with this move if given. Without a server the game runs on this device. */
  async playComputer(choice: Choice, first: Move | null): Promise<void> {
    if (await this.#hasServer()) {
      const opponent = `computer-${choice.level}`;
      const answer = await this.ask({
        type: "CreateGame",
        visibility: "private",
        seat: "X",
        opponent,
        ...setupOf(choice),
      });
      const { game } = answer;
      if (answer.value && game !== undefined) {
        if (first !== null) this.#open(game, first);
        this.go(gamePath(game));
        return;
      }
    }
    this.playHere("computer", choice, first);
  }

  /** Make the first move of a game whose board may not have arrived yet. It is pending at once, so a second tap does nothing. */
  #open(game: string, { cell, mark }: Move): void {
    const pending = { id: newId(), ply: 0, position: cell, mark };
    this.#firstMove = { game, pending };
    this.#showFirstMove();
    this.#session.tell({ type: "MakeMove", game, ...pending });
  }

  #showFirstMove(): void {
    const first = this.#firstMove;
    if (first === null || this.model.games[first.game] === undefined) return;
    this.#firstMove = null;
    this.model = changed(this.model, first.game, (state) =>
      state.board.ply === 0 ? withPending(state, first.pending) : state,
    );
  }

  /** Whether the server can be reached. A tap while connecting waits a moment. */
  #hasServer(): Promise<boolean> {
    const isOnline = this.model.link === "online";
    if (isOnline || !navigator.onLine) return Promise.resolve(isOnline);
    return new Promise((resolve) => {
      this.#reached.push(() => resolve(true));
      setTimeout(() => resolve(false), PATIENCE_MS);
    });
  }

  /** Start a game on this device, without the server. */
  playHere(kind: Kind, choice: Choice, first: Move | null = null): void {
    const variant = findVariant(choice.variant);
    if (variant === null) return;
    const game = newGame(variant, kind === "two" ? null : { seat: "O", level: choice.level });
    keepGame(kind, first === null ? game : withMove(game, first));
    this.go(`/${kind}`);
  }

  /** Send a request, and show a refusal to the player. */
  async ask(asked: Asked): Promise<ActionSuccess> {
    // The request is kept and sent later. Tell the player so.
    this.notice = this.model.link === "reconnecting" ? words.offline.waiting : null;
    const answer = await this.#session.ask(asked);
    if (this.notice === words.offline.waiting) this.notice = null;
    if (!answer.value) this.notice = words.refusal(answer.code, answer.reason, answer.waitSeconds);
    return answer;
  }

  /** Withdraw your own offer. */
  withdraw(game: string, what: Offered): void {
    this.#withdrawn = what;
    void this.ask({ type: "DeclineOffer", game, what });
  }

  /** Switch to another player, in all tabs of this browser. */
  become(): void {
    tellOtherTabs();
    this.#becomeAnother();
    void import("./push").then(({ handPushOver }) => handPushOver());
  }

  /** Reload the player's name and picture after a change. */
  renew(): void {
    tellOtherTabs();
    this.#session.restart();
  }

  #becomeAnother(): void {
    const { link, serverTime } = this.model;
    this.model = { ...EMPTY_MODEL, link, serverTime };
    this.#session.restart();
  }

  /** Play a cell. The move is shown as pending until the server accepts it. */
  play(game: string, position: number, mark: Seat): void {
    const known = this.model.games[game];
    if (known === undefined) return;
    this.notice = null;
    const { ply } = known.board;
    const id = newId();
    this.model = changed(this.model, game, (state) => withPending(state, { id, ply, position, mark }));
    this.#session.tell({ type: "MakeMove", id, game, position, ply, mark });
  }

  #onMessage(message: Message): void {
    const before = this.model;
    this.model = heard(before, message);
    this.#showFirstMove();
    if (message.type === "ActionSuccess" && !message.value && isOurs(message)) {
      this.notice = words.refusal(message.code, message.reason, message.waitSeconds);
    }
    if (message.type === "Inbox") this.#onNotices(before);
    if (message.type === "BoardState") {
      const end = settled(keptPool(), message);
      if (end !== null) this.#cancel(end.cancel);
      if (end?.go && message.game !== this.shownGame) this.go(gamePath(message.game));
      if (message.game === this.shownGame) this.#onShownBoard(before, message.game);
      else this.#onOtherBoard(before.games[message.game]?.board, message);
    }
  }

  #onNotices(before: Model): void {
    const notice = newNotice(before, this.model);
    // A challenge that came while the page was closed.
    const unanswered = before.notices === null ? challengeNotices(this.model).find(({ read }) => !read) : undefined;
    if (unanswered !== undefined && this.route.page !== "inbox") this.#toastOf(unanswered);
    if (notice !== null) {
      this.announcement = words.notice(notice.kind, notice.by?.name ?? null);
      if (this.route.page !== "inbox") this.#toastOf(notice);
    }
    // Answered on another page, or withdrawn.
    const { toast } = this;
    if (toast !== null && toast.kind !== "joined" && !this.model.notices?.some(({ game }) => game === toast.game))
      this.toast = null;
    if (challengeNotices(this.model).some(({ game }) => challengeOf(this.model, game) === null)) this.#askChallenges();
  }

  /** Tell the player when somebody joins one of their games that is not on the screen. */
  #onOtherBoard(was: BoardState | undefined, board: BoardState): void {
    const seat = seatOf(board, this.model.me?.id);
    if (seat === null || was?.phase !== "open" || board.phase !== "playing") return;
    this.#call({ kind: "joined", game: board.game, by: opponentOf(board, seat)?.name ?? "" });
  }

  #toastOf({ kind, game, by }: Notice): void {
    if (game === this.shownGame) return;
    if (kind === "challenge" || kind === "rematch") this.#call({ kind, game, by: by?.name ?? "" });
  }

  #call(toast: Toast): void {
    this.toast = toast;
    this.sounds.play("joined");
  }

  #askChallenges(): void {
    void this.#session.ask({ type: "ListChallenges" });
  }

  #onShownBoard(before: Model, game: string): void {
    const was = before.games[game]?.board;
    const board = this.model.games[game]?.board;
    if (board === undefined) return;
    const mayWaitForSomebody = board.phase === "open" && board.visibility === "private";
    if (mayWaitForSomebody && this.#askedAbout !== game) {
      this.#askedAbout = game;
      this.#askChallenges();
    }
    const declined = was === undefined ? null : declinedOffer(was, board, this.model.me?.id);
    if (declined !== null && declined !== this.#withdrawn) {
      const seat = seatOf(board, this.model.me?.id) ?? "X";
      this.notice = words.actions.declined[declined]({ name: opponentOf(board, seat)?.name ?? "" });
    }
    if (declined !== null) this.#withdrawn = null;
    this.announcement = announce(was, board, this.model.me?.id, words) || this.announcement;
    this.sounds.changed(was, board, this.model.me?.id);
    const isPlayer = seatOf(board, this.model.me?.id) !== null;
    // The first page then reserves a place for the list of games.
    if (isPlayer && board.phase !== "finished") keepHadGames(true);
    // Both players move on to the rematch together. A player who opens the old game later stays there.
    if (isPlayer && was !== undefined && was.nextGame === null && board.nextGame !== null) {
      this.go(gamePath(board.nextGame));
    }
  }

  #enter(): void {
    this.route = parsePath(location.pathname);
    this.notice = null;
    this.announcement = "";
    const game = this.shownGame;
    if (this.toast !== null && (this.toast.game === game || this.route.page === "inbox")) this.toast = null;
    this.#session.tellShown();
    this.#session.keepAsking("lobby", this.route.page === "home" ? { type: "ListGames", follow: true } : null);
    this.#session.keepAsking("game", game === null ? null : { type: "Watch", game }, (answer) => {
      if (!answer.value && answer.code === "no_such_game" && game !== null) {
        this.model = { ...this.model, missing: [...this.model.missing, game] };
      }
    });
  }
}

/** Whether to show this refusal of a command that no view sent. A missing login is not worth a message. */
function isOurs(answer: ActionSuccess): boolean {
  const isGreeting = answer.re === "Login" || answer.re === "PlayAsGuest";
  return answer.re === "MakeMove" || (isGreeting && answer.code !== "bad_token" && answer.code !== "not_logged_in");
}
