// What is played in the game of a notice: the variant, and the clock and rounds once they are known. Pure.

import type { BoardState } from "../messages";
import { challengeOf, type Model } from "../model";
import { variantName } from "../views/titles";
import { words } from "../words";

export function gameDetails(model: Model, game: string): string {
  const state = challengeOf(model, game)?.state;
  if (state !== undefined) return allDetails(state);
  const notice = model.notices?.find((one) => one.game === game);
  if (notice !== undefined) return variantName(notice.variant);
  const board = model.games[game]?.board;
  return board === undefined ? "" : allDetails(board);
}

function allDetails({ variant, clockSetting, rounds }: BoardState): string {
  return [variantName(variant), words.clockSetting(clockSetting), words.setup.round({ n: rounds })].join(" · ");
}
