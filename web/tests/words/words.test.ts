import { afterEach, expect, test } from "vitest";
import { statusOf } from "../../src/game/status";
import { preferred, speak, words } from "../../src/words";
import { ANN, board } from "../boards";

afterEach(() => speak("en"));

test("picks the first of the reader's languages that we have", () => {
  expect(preferred(["fi-FI", "ru-RU", "en"])).toBe("ru");
  expect(preferred(["en-GB", "ru"])).toBe("en");
  expect(preferred(["fi"])).toBe("en");
});

test("replaces the texts when the language changes", async () => {
  await speak("ru");
  expect(words.language).toBe("ru");
  await speak("en");
  expect(words.language).toBe("en");
});

test("counts in Russian by the browser's plural rules", async () => {
  await speak("ru");
  const days = [1, 2, 4, 5, 11, 12, 21, 22, 25, 101, 111].map((n) => words.clocks.days({ days: n }));
  expect(days).toEqual([
    "1 день на ход",
    "2 дня на ход",
    "4 дня на ход",
    "5 дней на ход",
    "11 дней на ход",
    "12 дней на ход",
    "21 день на ход",
    "22 дня на ход",
    "25 дней на ход",
    "101 день на ход",
    "111 дней на ход",
  ]);
});

test("says in Russian how a game ended", async () => {
  await speak("ru");
  const ended = (winner: "X" | "O" | null, reason: string, phase: "finished" | "playing" = "finished"): string =>
    words.status(statusOf(board({ phase, turn: null, result: { winner, reason, line: [] } }), ANN.id));
  expect(ended("X", "line")).toBe("Вы выиграли!");
  expect(ended("X", "resigned")).toBe("Вы выиграли! Соперник сдался.");
  expect(ended("O", "time")).toBe("Вы проиграли: время истекло.");
  expect(ended("X", "score")).toBe("Вы выиграли матч!");
  expect(ended("O", "line", "playing")).toBe("Вы проиграли раунд.");
  expect(ended(null, "agreed")).toBe("Ничья по соглашению.");
});

test("translates refusals by their code, and says how long to wait in readable units", async () => {
  expect(words.refusal("too_many_tries", "Too many tries.", 8)).toBe("Too many tries. Try again in 8 s.");
  expect(words.refusal("too_many_tries", "Too many tries.", 5000)).toBe("Too many tries. Try again in 84 min.");
  await speak("ru");
  expect(words.refusal("too_many_tries", "Too many tries.", 21)).toBe("Слишком много попыток. Повторите через 21 с.");
  expect(words.refusal("too_many_tries", "Too many tries.", 174)).toBe("Слишком много попыток. Повторите через 3 мин.");
  expect(words.refusal("a_new_code", "Words of the server.", undefined)).toBe("Words of the server.");
});
