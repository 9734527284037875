// Plays a game without the server: carries out what the view asks for, and asks the computer for its moves.

import { computerMove } from "../engine/computer";
import { isLegal, type Move } from "../rules/position";
import { isComputersTurn, newGame, textOf, withMove, withoutLast, type LocalGame } from "./game";
import { keepGame, type Kind } from "./store";

// An instant answer from the computer feels unnatural.
const LEAST_THINKING_MS = 450;

export class LocalPlay {
  game: LocalGame;
  readonly #kind: Kind;

  constructor(kind: Kind, game: LocalGame) {
    this.#kind = kind;
    this.game = $state.raw(game);
    void this.#think();
  }

  play(move: Move): void {
    if (isComputersTurn(this.game) || !isLegal(this.game.position, move)) return;
    this.#show(withMove(this.game, move));
  }

  takeBack(): void {
    if (this.game.moves.length > 0) this.#show(withoutLast(this.game));
  }

  /** Play again; against the computer with swapped seats. */
  again(): void {
    const { position, computer } = this.game;
    const swapped = computer && { ...computer, seat: computer.seat === "X" ? ("O" as const) : ("X" as const) };
    this.#show(newGame(position.variant, swapped));
  }

  #show(game: LocalGame): void {
    this.game = game;
    keepGame(this.#kind, game);
    void this.#think();
  }

  async #think(): Promise<void> {
    const asked = this.game;
    if (!isComputersTurn(asked) || asked.computer === null) return;
    const pause = new Promise((done) => setTimeout(done, LEAST_THINKING_MS));
    const [move] = await Promise.all([computerMove(textOf(asked), asked.computer.level), pause]);
    // Ignore the answer if the game was taken back or restarted meanwhile.
    if (this.game === asked) this.#show(withMove(asked, move));
  }
}
