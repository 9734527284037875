// Draws a picture for players who haven't uploaded one: a symmetric 5×5 pattern derived from the player's id. Pure.

export interface Face {
  ground: string;
  ink: string;
  cells: readonly (readonly [number, number])[];
}

export function faceOf(id: string): Face {
  const bits = hash(id);
  const hue = bits % 360;
  const cells: [number, number][] = [];
  for (let y = 0; y < 5; y += 1) {
    for (let x = 0; x < 3; x += 1) {
      if (((hash(`${id}${x}${y}`) >>> 7) & 1) === 0) continue;
      cells.push([x, y]);
      if (x < 2) cells.push([4 - x, y]);
    }
  }
  return { ground: `hsl(${hue} 45% 88%)`, ink: `hsl(${hue} 55% 38%)`, cells };
}

/** FNV-1a, 32 bits: ids that differ in one letter get different hashes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value;
}
