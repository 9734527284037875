// The page's one client: holds the model, talks to the server by the session, and does what the views ask for.

import { withPulse } from "./game/clock";
import { seatOf } from "./game/seats";
import { withPending } from "./game/state";
import { setupAmongPeople, setupOf, type Choice } from "./choices";
import { newGame, withMove } from "./local/game";
import { keepGame, type Kind } from "./local/store";
import { challengeNotices, challengeOf, changed, EMPTY_MODEL, heard, newNotice, versions, type Model } from "./model";
import type { ActionSuccess, Message, Seat } from "./messages";
import { browserEnvironment, newId } from "./net/environment";
import { browserIdentity, onPlayerElsewhere, tellOtherTabs } from "./net/identity";
import { Session, type Asked } from "./net/session";
import { gamePath, parsePath, type Route } from "./routes";
import type { Move } from "./rules/position";
import { findVariant } from "./rules/variants";
import { Sounds } from "./sound/sounds";
import { announce } from "./words/announce";
import { words } from "./words";

// After so long somebody who has tapped would rather play than wait.
const PATIENCE_MS = 3000;

export class Client {
  model: Model = $state.raw(EMPTY_MODEL);
  route: Route = $state.raw({ page: "home" });
  /** The newest refusal, for people. */
  notice: string | null = $state(null);
  /** What assistive technology is to say now. */
  announcement = $state("");
  readonly sounds = new Sounds();
  readonly #session: Session;
  #followed: string | null = null;
  /** Called when the server has been reached, by whoever waits for it. */
  #reached = (): void => {};
  /** The game of which was asked last whether it is a challenge. */
  #askedAbout: string | null = null;

  constructor(url: string) {
    this.#session = new Session(browserEnvironment(url), browserIdentity, {
      onLink: (link) => {
        this.model = { ...this.model, link };
        if (link === "online") this.#reached();
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

  /** Be told of this game's changes, besides that of the page; of none when it is null. */
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

  /** Go there in place of the page that is shown: the way back does not lead to it. */
  goInstead(path: string): void {
    history.replaceState(null, "", path);
    this.#enter();
    scrollTo(0, 0);
  }

  /** Ask for a way into a game (create, join, pair) and go there. False when it was refused. */
  async enterBy(asked: Asked): Promise<boolean> {
    const answer = await this.ask(asked);
    if (!answer.value || answer.game === undefined) return false;
    this.go(gamePath(answer.game));
    return true;
  }

  /** Have a game wait for this player, by username or id, and go there. False when it was refused. */
  async challenge(opponent: string, choice: Choice): Promise<boolean> {
    return this.enterBy({
      type: "CreateGame",
      visibility: "private",
      opponent,
      ...setupAmongPeople(choice, this.model.me?.kind),
    });
  }

  /** Sit down against the computer, with the first move made if there is one; on this device when there is no server. */
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
        const move = first && { position: first.cell, mark: first.mark, ply: 0 };
        if (move !== null) this.#session.tell({ type: "MakeMove", id: newId(), game, ...move });
        this.go(gamePath(game));
        return;
      }
    }
    this.playHere("computer", choice, first);
  }

  /** Whether the server can be reached. Who taps while the page is still being opened waits a moment for it. */
  #hasServer(): Promise<boolean> {
    const isOnline = this.model.link === "online";
    if (this.model.link !== "connecting" || !navigator.onLine) return Promise.resolve(isOnline);
    return new Promise((resolve) => {
      this.#reached = () => resolve(true);
      setTimeout(() => resolve(false), PATIENCE_MS);
    });
  }

  /** Begin a game that no server knows of. */
  playHere(kind: Kind, choice: Choice, first: Move | null = null): void {
    const variant = findVariant(choice.variant);
    if (variant === null) return;
    const game = newGame(variant, kind === "two" ? null : { seat: "O", level: choice.level });
    keepGame(kind, first === null ? game : withMove(game, first));
    this.go(`/${kind}`);
  }

  /** Ask for anything, and tell the reader if it is refused. */
  async ask(asked: Asked): Promise<ActionSuccess> {
    this.notice = null;
    const answer = await this.#session.ask(asked);
    if (!answer.value) this.notice = words.refusal(answer.code, answer.reason, answer.waitSeconds);
    return answer;
  }

  /** This browser is another player now, in all its tabs. */
  become(): void {
    tellOtherTabs();
    this.#becomeAnother();
    void import("./push").then(({ handPushOver }) => handPushOver());
  }

  #becomeAnother(): void {
    const { link, serverTime } = this.model;
    this.model = { ...EMPTY_MODEL, link, serverTime };
    this.#session.restart();
  }

  /** Play a cell: shown as pending until the server has it. */
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
    if (message.type === "ActionSuccess" && !message.value && isOurs(message)) {
      this.notice = words.refusal(message.code, message.reason, message.waitSeconds);
    }
    if (message.type === "Inbox") this.#onNotices(before);
    if (message.type === "BoardState" && message.game === this.shownGame) this.#onShownBoard(before, message.game);
  }

  #onNotices(before: Model): void {
    const notice = newNotice(before, this.model);
    if (notice !== null) this.announcement = words.notice(notice.kind, notice.by?.name ?? null);
    if (challengeNotices(this.model).some(({ game }) => challengeOf(this.model, game) === null)) this.#askChallenges();
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
    this.announcement = announce(was, board, this.model.me?.id, words) || this.announcement;
    this.sounds.changed(was, board, this.model.me?.id);
    const isPlayer = seatOf(board, this.model.me?.id) !== null;
    // Players move on to their next game together; who opens an old game later is left to look at it.
    if (isPlayer && was !== undefined && was.nextGame === null && board.nextGame !== null) {
      this.go(gamePath(board.nextGame));
    }
  }

  #enter(): void {
    this.route = parsePath(location.pathname);
    this.notice = null;
    this.announcement = "";
    const game = this.shownGame;
    this.#session.tellShown();
    this.#session.keepAsking("lobby", this.route.page === "home" ? { type: "ListGames", follow: true } : null);
    this.#session.keepAsking("game", game === null ? null : { type: "Watch", game }, (answer) => {
      if (!answer.value && answer.code === "no_such_game" && game !== null) {
        this.model = { ...this.model, missing: [...this.model.missing, game] };
      }
    });
  }
}

/** Refusals of what the page itself said; those of what a view asked for are told by `ask`. Not to be known is no news. */
function isOurs(answer: ActionSuccess): boolean {
  const isGreeting = answer.re === "Login" || answer.re === "PlayAsGuest";
  return answer.re === "MakeMove" || (isGreeting && answer.code !== "bad_token" && answer.code !== "not_logged_in");
}
