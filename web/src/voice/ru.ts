// Russian. What is said must be English all the same: the server understands nothing else.

import type { VoiceWords } from "./en";
import type { SpokenCommand } from "./heard";

const commands: Record<SpokenCommand, string> = {
  resign: "Сдаться",
  draw: "Предложить ничью",
  play_again: "Ещё раз",
  undo: "Вернуть ход",
};

export const ru: VoiceWords = {
  button: "Сказать",
  hint: "Держите кнопку или клавишу V, скажите по-английски «top left», «five», «b two» или «resign» и отпустите.",
  hintLarge:
    "Держите кнопку или клавишу V, назовите по-английски столбец и ряд («h eight», «hotel eight») и отпустите.",
  hintUltimate: "Держите кнопку или клавишу V, назовите по-английски доску и клетку («top left centre») и отпустите.",
  opening: "Включаем микрофон…",
  listening: "Слушаем…",
  thinking: "Секунду…",
  heard: (what) => `Услышано: ${what}`,
  which: "Вы имели в виду:",
  none: "Ничего из этого",
  silence: "Ничего не слышно.",
  other: "Не понято: говорите по-английски.",
  impossible: (what) => `Услышано: ${what}. Сейчас так пойти нельзя.`,
  denied: "Браузер не даёт этой странице микрофон.",
  noMicrophone: "Микрофон не найден.",
  insecure: "Микрофон работает только на защищённой странице (https) или на самом компьютере сервера.",
  off: "Этот сервер не понимает речи.",
  unreachable: "Сервер недоступен.",
  command: (command) => commands[command],
};
