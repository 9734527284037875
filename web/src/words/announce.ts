// What a screen reader announces when a game has changed: the move, then what it means for the listener.

import { placeOf } from "../game/grid";
import { seatOf } from "../game/seats";
import { statusOf } from "../game/status";
import type { BoardState } from "../messages";
import { choiceName } from "../rules/swap2";
import { nextToVanish } from "../rules/vanishing";
import { findVariant } from "../rules/variants";
import type { Words } from "./sentences";

export function announce(before: BoardState | undefined, after: BoardState, me: string | undefined, w: Words): string {
  if (before === undefined) return w.status(statusOf(after, me));
  if (before.version === after.version) return "";
  const parts: string[] = [];
  for (const seat of ["X", "O"] as const) {
    const joined = after.players[seat];
    if (before.players[seat] === null && joined !== null && seatOf(after, me) !== seat)
      parts.push(w.joined({ name: joined.name }));
  }
  if (after.ply > before.ply && after.lastMove !== null) {
    const { mark, position, seat } = after.lastMove;
    const variant = findVariant(after.variant);
    const choice = variant === null ? null : choiceName(variant, position);
    const name = after.players[seat]?.name ?? seat;
    if (choice === null) parts.push(w.moved({ mark, place: w.place(placeOf(after, position)) }));
    else parts.push(choice === "take" ? w.swap2.took({ name }) : w.swap2.added({ name }));
  }
  const gone = nextToVanish(findVariant(before.variant), before.order);
  if (gone !== null && after.cells[gone] === ".") parts.push(w.vanished({ place: w.place(placeOf(after, gone)) }));
  if (after.ply < before.ply) parts.push(w.takenBack);
  if (after.ply !== before.ply || after.phase !== before.phase) parts.push(w.status(statusOf(after, me)));
  return parts.join(" ");
}
