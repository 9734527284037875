import { expect, test } from "vitest";
import { statusOf } from "../../src/game/status";
import { preferred, speak, words } from "../../src/words";
import { counted } from "../../src/words/plural";
import { ru } from "../../src/words/ru";
import { ANN, board } from "../boards";

test("the first of the reader's languages that there is", () => {
  expect(preferred(["fr-FR", "ru-RU", "en"])).toBe("ru");
  expect(preferred(["en-GB", "ru"])).toBe("en");
  expect(preferred(["fr"])).toBe("en");
});

test("whoever has the words sees the other language", async () => {
  await speak("ru");
  expect(words.language).toBe("ru");
  await speak("en");
  expect(words.language).toBe("en");
});

test("Russian counts as Russians do", () => {
  const moves = [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 111, 101].map((n) => counted(n, "ход", "хода", "ходов"));
  expect(moves).toEqual([
    "0 ходов",
    "1 ход",
    "2 хода",
    "4 хода",
    "5 ходов",
    "11 ходов",
    "12 ходов",
    "14 ходов",
    "21 ход",
    "22 хода",
    "25 ходов",
    "111 ходов",
    "101 ход",
  ]);
});

test("how a game ended, in Russian", () => {
  const ended = (winner: "X" | "O" | null, reason: string, phase: "finished" | "playing" = "finished"): string =>
    ru.status(statusOf(board({ phase, turn: null, result: { winner, reason, line: [] } }), ANN.id));
  expect(ended("X", "line")).toBe("Вы выиграли!");
  expect(ended("X", "resigned")).toBe("Вы выиграли: соперник сдаётся!");
  expect(ended("O", "time")).toBe("Вы проиграли: у вас вышло время.");
  expect(ended("X", "score")).toBe("Вы выиграли матч!");
  expect(ended("O", "line", "playing")).toBe("Вы проиграли раунд.");
  expect(ended(null, "agreed")).toBe("Ничья по согласию.");
  expect(ru.refusal("too_many_tries", "…", 21)).toBe("Слишком много попыток. Подождите 21 секунду.");
});
