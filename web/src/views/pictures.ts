// The marks on the small drawings of the variants: cell numbers and what stands there.

type Marks = Readonly<Record<number, string>>;

export const PICTURES: Readonly<Record<string, Marks>> = {
  classic: { 0: "X", 4: "X", 8: "X", 2: "O", 3: "O" },
  ultimate: { 10: "X", 13: "O", 20: "X", 30: "X", 40: "O", 50: "X", 60: "O", 70: "X", 67: "O", 25: "O" },
  misere: { 3: "O", 4: "O", 5: "O", 0: "X", 7: "X" },
  wild: { 0: "O", 1: "X", 4: "O", 5: "X", 6: "X", 8: "O" },
  "4x4": { 0: "X", 5: "X", 10: "X", 15: "X", 6: "O", 9: "O", 3: "O" },
  "6x6": { 7: "X", 14: "X", 21: "X", 28: "X", 13: "O", 15: "O", 20: "O" },
  "9x9": { 30: "X", 31: "O", 40: "X", 39: "O", 50: "X", 49: "O", 48: "X", 41: "O", 32: "X" },
  gomoku: { 80: "X", 96: "X", 112: "X", 128: "X", 144: "X", 97: "O", 111: "O", 113: "O", 127: "O", 95: "O" },
};
