// The session with the server. On every new connection it logs in, subscribes again to what is on the screen, and sends
// unanswered commands again with the same id. The server applies each id once, so nothing is done twice.

import type { ActionSuccess, Command, Message } from "../messages";
import { newId, type Environment } from "./environment";
import { Pulsing } from "./heartbeat";
import type { Identity } from "./identity";
import { Socket, type LinkState } from "./socket";

/** `online` only once the server knows who we are. */
export type Link = "connecting" | "reconnecting" | "online";

type WithoutId<C> = C extends unknown ? Omit<C, "id"> : never;
export type Asked = WithoutId<Command>;

export interface SessionListener {
  onLink(link: Link): void;
  onMessage(message: Message): void;
  onPulse(sentMs: number, heardMs: number, serverMs: number): void;
  /** The version we have of each game we follow. */
  versions(): Record<string, number>;
  /** The games on the screen. */
  shown(): string[];
}

type Answered = (answer: ActionSuccess) => void;

interface Standing {
  asked: Asked;
  answered: Answered;
  /** Whether the server requires a login for it. */
  needsName: boolean;
  id: string;
}

const ignore: Answered = () => {};

export class Session {
  #socket: Socket;
  #pulsing: Pulsing;
  #unanswered = new Map<string, { command: Command; answered: Answered }>();
  /** Requests repeated on every connection, by subject, with their id on this one. */
  #standing = new Map<string, Standing>();
  #greetingId: string | null = null;
  /** Whether the browser has just become a guest. Where cookies are forbidden, trying that again would not help. */
  #isNewGuest = false;
  #isReady = false;
  #wasReady = false;

  constructor(
    private readonly env: Environment,
    private readonly identity: Identity,
    private readonly listener: SessionListener,
  ) {
    this.#socket = new Socket(env, { onState: (s) => this.#onState(s), onText: (t) => this.#onText(t) });
    this.#pulsing = new Pulsing(
      env,
      () => this.tellShown(),
      () => this.#socket.drop(),
    );
  }

  start(): void {
    this.#socket.connect();
  }

  /** The network or the screen is back: reconnect at once, or check that the connection still works. */
  wake(): void {
    this.#socket.connect();
    this.#pulsing.doubt();
  }

  /** Tell the server which games are on the screen: they need no notices. */
  tellShown(): void {
    this.#say({ type: "Heartbeat", games: this.listener.versions(), shown: this.listener.shown() });
  }

  /** Reconnect as the browser's current player. */
  restart(): void {
    this.#socket.drop();
    this.#socket.connect();
  }

  /** Send a request and wait for the answer, for as long as it takes to reach the server. */
  ask(asked: Asked): Promise<ActionSuccess> {
    const id = newId();
    const command: Command = { ...asked, id };
    return new Promise((answered) => {
      this.#unanswered.set(id, { command, answered });
      if (this.#isReady) this.#say(command);
    });
  }

  /** Send under the caller's own id; the answer arrives as a message. */
  tell(command: Command & { id: string }): void {
    this.#unanswered.set(command.id, { command, answered: ignore });
    if (this.#isReady) this.#say(command);
  }

  /** Send this request now and on every new connection, until another request (or null) replaces it for this subject. */
  keepAsking(subject: string, asked: Asked | null, answered: Answered = ignore, needsName = false): void {
    this.#standing.delete(subject);
    if (asked === null) return;
    const standing = { asked, answered, needsName, id: "" };
    this.#standing.set(subject, standing);
    if (needsName ? this.#isReady : this.#socket.state === "open") this.#askStanding(standing);
  }

  #onState(state: LinkState): void {
    if (state === "open") {
      this.#greet();
      // These need no login, so the board is up to date after one round trip.
      this.#askAllStanding(false);
      return;
    }
    this.#isReady = false;
    this.#pulsing.stop();
    this.listener.onLink(this.#wasReady ? "reconnecting" : "connecting");
  }

  /** Log in with the browser's cookie, which came with the connection. */
  #greet(): void {
    // This goes first, because the server sends more games than we show.
    this.tellShown();
    this.#greetingId = newId();
    this.#say({ type: "Login", resume: true, id: this.#greetingId });
  }

  #onText(text: string): void {
    this.#pulsing.heard();
    const message = JSON.parse(text) as Message;
    if (message.type === "Welcome") {
      this.listener.onMessage(message);
      this.#ready();
      return;
    }
    if (message.type === "ActionSuccess") this.#onAnswer(message);
    if (message.type === "Heartbeat" && this.#pulsing.sentMs !== null) {
      this.listener.onPulse(this.#pulsing.sentMs, this.env.nowMs(), message.atMs);
    }
    this.listener.onMessage(message);
  }

  #onAnswer(answer: ActionSuccess): void {
    if (answer.id === undefined) return;
    if (answer.id === this.#greetingId) {
      if (!answer.value) void this.#notWelcome(answer);
      return;
    }
    const waiting = this.#unanswered.get(answer.id);
    this.#unanswered.delete(answer.id);
    waiting?.answered(answer);
    for (const standing of this.#standing.values()) if (standing.id === answer.id) standing.answered(answer);
  }

  async #notWelcome(answer: ActionSuccess): Promise<void> {
    if (answer.code !== "not_logged_in") return this.#socket.drop();
    if (this.#isNewGuest) {
      this.#greetingId = newId();
      return void this.#say({ type: "PlayAsGuest", id: this.#greetingId });
    }
    this.#isNewGuest = await this.identity.becomeGuest();
    if (this.#isNewGuest) this.restart();
    else this.#socket.drop();
  }

  #ready(): void {
    this.#isReady = this.#wasReady = true;
    this.#isNewGuest = false;
    this.#socket.settled();
    this.listener.onLink("online");
    for (const { command } of this.#unanswered.values()) this.#say(command);
    this.#askAllStanding(true);
    this.#pulsing.start();
  }

  #askAllStanding(needsName: boolean): void {
    for (const standing of this.#standing.values()) if (standing.needsName === needsName) this.#askStanding(standing);
  }

  #askStanding(standing: Standing): void {
    standing.id = newId();
    this.#say({ ...standing.asked, id: standing.id });
  }

  #say(command: Command): void {
    this.#socket.send(JSON.stringify(command));
  }
}
