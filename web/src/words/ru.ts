// Every text of the page, in Russian.

import type { Place } from "../game/grid";
import type { ClockSetting, EmoteName, RefusalCode } from "../messages";
import type { VariantName, Words } from "./en";
import { clockText, pointsText } from "./figures";
import { noticeText } from "./notices-ru";
import { counted, form } from "./plural";
import { MARKS, NINE, statusText } from "./ru-game";
import { REFUSALS } from "./ru-refusals";

const variants: Record<VariantName, { title: string; howTo: string }> = {
  classic: { title: "Классика", howTo: "Кто поставит три в ряд, выиграл." },
  ultimate: { title: "Ультимейт", howTo: "Ваш ход выбирает поле для соперника." },
  misere: { title: "Поддавки", howTo: "Кто поставит три в ряд, проиграл." },
  wild: { title: "Вольные", howTo: "Ставьте X или O: три одинаковых в ряд выигрывают." },
  "4x4": { title: "4×4", howTo: "Четыре в ряд выигрывают." },
  "6x6": { title: "6×6", howTo: "Четыре в ряд выигрывают." },
  "9x9": { title: "9×9", howTo: "Пять в ряд выигрывают." },
  gomoku: { title: "Гомоку", howTo: "Пять или больше в ряд выигрывают, поле 15×15." },
};

const emotes: Record<EmoteName, string> = {
  hello: "Привет",
  "good-luck": "Удачи",
  "well-played": "Отличная игра",
  thanks: "Спасибо",
  oops: "Ой",
  wow: "Вот это да",
  thinking: "Думаю…",
  hurry: "Поторопитесь, пожалуйста",
  sorry: "Извините",
  laugh: "Ха-ха",
  sad: "Как жаль",
  bye: "Пока",
};

const levels = [
  "Ставит, куда понравится, и многого не видит.",
  "Забирает готовые победы, на ваши не смотрит.",
  "Забирает победы, чаще всего мешает вашим.",
  "Редко пропускает угрозу, но попадает в вилки.",
  "Мешает и видит каждую вторую вилку.",
  "Ставит ловушки и обходит почти все.",
  "Иногда не замечает чего-то далёкого.",
  "Играет в полную силу. Удачи!",
];

export const ru: Words = {
  language: "ru",
  title: "Noughts",
  tagline: "Крестики-нолики и вся их родня: с другом или с кем угодно, без регистрации.",
  home: "на главную",
  yourAccount: "Ваша учётная запись:",
  signUp: "Войти",

  link: { connecting: "Соединяемся…", reconnecting: "Нет связи, соединяемся…", online: "На связи" },

  absence: {
    countdown: (seconds) => `Через ${counted(seconds, "секунду", "секунды", "секунд")} вы сможете решить исход игры.`,
    wait: "Ход появится здесь, как только будет сделан.",
    choose: "Можно подождать или решить исход игры:",
    win: "Засчитать победу",
    draw: "Засчитать ничью",
    computer: "Пусть играет компьютер",
    standIn: (name) => `За игрока ${name} пока играет компьютер; результат получит ${name}.`,
  },
  intent: {
    held: "Отправить этот ход?",
    undo: "Ход уйдёт через мгновение.",
    planned: "Ход задуман: он уйдёт, когда придёт ваша очередь.",
    send: "Отправить",
    cancel: "Вернуть",
  },
  replay: {
    heading: "Игра по ходам",
    open: "Посмотреть по ходам",
    close: "Назад к игре",
    first: "В начало",
    back: "На ход назад",
    on: "На ход вперёд",
    last: "В конец",
    move: (ply, last) => (ply === 0 ? "До первого хода" : `Ход ${ply} из ${last}`),
    moves: "Ходы",
    share: "Поделиться игрой",
    link: "Ссылка на запись игры",
    picture: "Картинкой",
    none: "Это не запись игры.",
  },
  review: {
    heading: "Что говорит учитель",
    loading: "Учитель разбирает игру…",
    choose: "Выберите ход, чтобы узнать о нём.",
    plot: "Кто был впереди после каждого хода: вверху X, внизу O",
    percent: (share) => `точность ${Math.round(share * 100)} %`,
    exact: "Здесь всё доказано.",
    searched: "Это найдено перебором, а не доказано.",
    better: (moves) => `Лучше: ${moves}.`,
    askHint: "Подсказка",
    live: "Оценивать мои ходы",
    hint: (move, value) =>
      value > 0.5 ? `${move} выигрывает.` : value < -0.5 ? `${move} продержится дольше всего.` : `Лучше всего ${move}.`,
    verdicts: {
      forced: "единственный возможный ход.",
      only_move: "единственный верный ход. Отлично!",
      fastest_win: "самый быстрый путь к победе.",
      kept_win: "победа сохранена.",
      kept_draw: "ничья сохранена.",
      best_defence: "лучшая защита, но позиция проиграна.",
      lost_sooner: "можно было продержаться дольше.",
      gave_away_win: "победа упущена.",
      win_to_loss: "вместо победы поражение.",
      gave_away_draw: "вместо ничьей поражение.",
      best: "лучший ход.",
      good: "хороший ход.",
      inaccuracy: "неточность.",
      mistake: "ошибка.",
      blunder: "грубая ошибка.",
    },
  },
  watch: {
    heading: "Сейчас играют",
    link: "Смотреть",
    hint: "Кто играет прямо сейчас.",
    empty: "Сейчас никто не играет на виду у всех.",
    emptyHint: "Сыграйте с кем угодно, и другие смогут смотреть.",
    best: "Самая интересная игра",
    open: "Открыть эту игру",
    rated: "на рейтинг",
    against: (x, o) => `${x} – ${o}`,
  },
  puzzles: {
    heading: "Задачи",
    daily: "Задача дня",
    hint: "Выигрывает один ход. Какой?",
    difficulty: (level) => `сложность ${level} из 5`,
    task: (seat, moves) =>
      moves === 1
        ? `Ходит ${seat} и сразу выигрывает.`
        : `Ходит ${seat} и выигрывает за ${counted(moves, "ход", "хода", "ходов")}. Найдите первый.`,
    right: "Верно!",
    wrong: "Не этот. Попробуйте ещё.",
    solution: "Вот решение.",
    line: "Путь к победе:",
    giveUp: "Показать решение",
    another: "Другая задача",
  },
  zoom: { in: "Увеличить", out: "Вся доска" },
  next: (count) => `Дальше: ваш ход в ${counted(count, "игре", "играх", "играх")}`,
  talk: {
    heading: "Чат",
    empty: "Пока тихо. Поздоровайтесь!",
    label: "Скажите что-нибудь",
    send: "Сказать",
    emotes: "Эмоции",
    said: (name, text) => `${name}: ${text}`,
    emote: (emote) => emotes[emote],
  },

  notice: noticeText,
  inbox: {
    heading: "Входящие",
    bell: (unread) => (unread === 0 ? "Входящие: ничего нового" : `Входящие: новых ${unread}`),
    loading: "Секунду…",
    empty: "Вас ничего не ждёт.",
    emptyHint: "Ваш ход в неспешной игре, вызовы, предложения сыграть ещё: всё это появится здесь.",
    new: "Новое",
    open: (kind) =>
      kind === "rematch" ? "Ответить" : kind === "cancelled" || kind === "declined" ? "Посмотреть" : "Играть",
    openLabel: (action, text) => `${action}: ${text}`,
    readAll: "Отметить всё прочитанным",
    dismiss: "Убрать",
    dismissAll: "Убрать всё",
    dismissed: "Убрано.",
    push: "Узнавать об этом и тогда, когда страница закрыта",
    accept: "Принять",
    decline: "Отклонить",
  },

  challenge: {
    heading: "Вызовы",
    byName: "Вызвать игрока по имени",
    name: "Имя пользователя",
    send: "Вызвать",
    cancel: "Отмена",
    choose: (name) => `Во что сыграть? Соперник: ${name}.`,
    waiting: (name) => `Вызов послан: ${name}`,
    waitingHint: (name) =>
      `${name} узнает об этом сразу, если сейчас здесь, или когда придёт. Место больше никто не займёт. Ждать на этой странице не нужно.`,
  },

  push: {
    heading: "Когда страница закрыта",
    switch: "Сообщать, что мой ход, даже когда страница закрыта",
    hint: {
      on: "Этот браузер сообщит вам: одно уведомление на игру. Отключить можно здесь или в самом уведомлении.",
      off: "Браузер спросит вашего разрешения.",
      forbidden: "Браузер не даёт этой странице показывать уведомления. Сначала разрешите их в настройках сайта.",
      impossible: "По этому адресу браузер так не умеет. Во входящих всё равно видно всё.",
    },
    failed: "Не получилось. Попробуйте позже, в настройках.",
    offer: "Неспешная игра идёт долго. Сообщать вам о вашем ходе, даже когда страница закрыта?",
    yes: "Сообщать",
    no: "Нет, спасибо",
  },

  foot: { leaderboards: "Таблицы лидеров", programs: "Для программ", settings: "Настройки" },
  settings: {
    heading: "Настройки",
    device: "В этом браузере",
    everywhere: "На всех ваших устройствах",
    thisDevice: "Это устройство",
    language: "Язык",
    theme: "Оформление",
    themes: { system: "Как в системе", light: "Светлое", dark: "Тёмное" },
    sending: "Когда я нажимаю на клетку",
    sendings: { "at-once": "Ходить сразу", undo: "Дать две секунды, чтобы передумать", confirm: "Переспросить" },
    chat: "Показывать чат",
    sounds: "Звуки",
    volume: "Громкость",
    voice: "Ходить голосом (по-английски)",
  },

  update: { here: "Вышла новая версия страницы.", take: "Обновить", later: "Позже" },

  setup: {
    heading: "Новая игра",
    variant: "Игра",
    clock: "Часы",
    rounds: "Раунды",
    round: (n) => (n === 1 ? "Одна игра" : `Матч из ${counted(n, "раунда", "раундов", "раундов")}`),
    rated: "На рейтинг",
    unrated: {
      account: "Только с учётной записью: у гостей нет рейтинга.",
      clock: "Для рейтинговой игры нужны часы.",
      rounds: "На рейтинг здесь играют сериями: выберите матч от 3 раундов.",
    },
    friend: "С другом",
    friendHint: "Пошлёте ему ссылку",
    anyone: "С кем угодно",
    anyoneHint: "Кто сейчас здесь",
    two: "Вдвоём здесь",
    twoHint: "На одном устройстве",
    level: "Компьютер",
    levelOf: (level) => `Уровень ${level}`,
    levelHint: (level) => levels[level - 1] ?? "",
    tap: "Нажмите на клетку, чтобы сыграть с компьютером",
    more: "Часы и раунды",
    first: (variant) => `${variant}, доска: ваш первый ход`,
  },
  local: {
    two: "Вдвоём на одном устройстве",
    computer: "С компьютером, на этом устройстве",
    player: (seat) => `Игрок ${seat}`,
    computerName: (level) => `Компьютер ${level}`,
    you: "Вы",
    takeBack: "Вернуть ход",
    again: "Ещё раз",
    offline: "Связи нет: эта игра остаётся на вашем устройстве.",
  },
  variantTitle: (name, rows, cols) => (name in variants ? variants[name as VariantName].title : `${rows}×${cols}`),
  variantHowTo: (name) => (name in variants ? variants[name as VariantName].howTo : ""),
  clockSetting: (clock: ClockSetting | null) => {
    if (clock === null) return "Без часов";
    if (clock.daysPerMove !== undefined) return `${counted(clock.daysPerMove, "день", "дня", "дней")} на ход`;
    const base = clock.baseSeconds ?? 0;
    const time = base % 60 === 0 ? `${base / 60} мин` : `${base} с`;
    return clock.incrementSeconds ? `${time} + ${clock.incrementSeconds} с` : time;
  },

  lobby: {
    heading: "Открытые игры",
    loading: "Ищем открытые игры…",
    empty: "Сейчас никто не ждёт соперника.",
    emptyHint: "Нажмите «С кем угодно» и будьте первым: ход можно сделать, пока ждёте.",
    join: "Играть",
  },
  mine: {
    heading: "Ваши игры",
    yourTurn: "Ваш ход",
    theirTurn: "Ход соперника",
    waiting: "Ждём игрока",
    against: (name) => (name === null ? "соперника пока нет" : `соперник: ${name}`),
  },

  game: {
    loading: "Загружаем игру…",
    missing: "Такой игры нет.",
    missingHint: "Возможно, ссылка неполная или игру удалили.",
    unknown: "Такой страницы нет.",
    newGame: "Новая игра",
    join: "Сыграть",
    watching: "Вы смотрите игру.",
    playsNow: "ходит",
    you: "вы",
    kinds: { computer: "компьютер", bot: "бот" },
    emptySeat: "Место свободно",
    seat: (seat) => `играет за ${MARKS[seat]}`,
    gone: (name) => `${name} не на связи.`,
    round: (round, rounds) => `Раунд ${round} из ${rounds}`,
    points: pointsText,
    scoreLabel: (name, score) => `${name}: ${pointsText(score)} ${form(score, "очко", "очка", "очков")}`,
    placeMark: "Поставить",
    sending: "Отправляем ход…",
    nextRound: "Следующий раунд",
    rated: "на рейтинг",
    dealings: "Заглушить, заблокировать, пожаловаться",
    reportLine: (text) => `Пожаловаться: ${text}`,
  },
  status: statusText,

  share: {
    heading: "Позовите друга",
    hint: "Пошлите эту ссылку. С вами сыграет тот, кто откроет её первым.",
    onlyHere:
      "Этот адрес работает только на этом компьютере: чтобы звать других, откройте страницу по его адресу в сети.",
    label: "Ссылка на эту игру",
    copy: "Скопировать ссылку",
    copied: "Скопировано",
    byHand: "Нажмите Ctrl+C",
    share: "Поделиться…",
    qr: "QR-код",
    qrLabel: "Ссылка в виде QR-кода",
    invitation: "Сыграем в крестики-нолики!",
    once: "Ссылка для одного человека",
    onceHint: "Эта ссылка для одного человека: она действует один раз, в течение 24 часов.",
    onceLabel: "Ссылка для одного",
    waitingAnyone: "Ваша игра в списке открытых. С вами сыграет тот, кто придёт первым.",
  },

  actions: {
    heading: "Действия",
    abort: "Отменить игру",
    resign: "Сдаться",
    sure: "Точно сдаться?",
    yes: "Да, сдаюсь",
    no: "Нет",
    offer: (what) => (what === "draw" ? "Предложить ничью" : "Вернуть ход"),
    offered: (what) => (what === "draw" ? "Вы предложили ничью." : "Вы попросили вернуть ход."),
    withdraw: "Передумать",
    toAnswer: (what, name) => (what === "draw" ? `${name} предлагает ничью.` : `${name} просит вернуть последний ход.`),
    accept: "Согласиться",
    decline: "Отказать",
    again: "Ещё раз",
    againAsked: "Ждём ответа соперника…",
    againOffered: (name) => `${name} хочет сыграть ещё.`,
    nextGame: "К следующей игре",
  },

  clock: (left) => clockText(left, "д", "ч"),
  place: (place: Place): string => {
    if (place.kind === "nine") return NINE[place.place] ?? "";
    if (place.kind === "small") return `поле ${NINE[place.board]}, клетка ${NINE[place.place]}`;
    return `ряд ${place.row}, столбец ${place.col}`;
  },
  cell: (place, held) => `${place}, ${held === "." ? "пусто" : held}`,
  cellNotes: {
    last: "последний ход",
    line: "в выигрышном ряду",
    pending: "отправляется",
    shut: "сейчас сюда нельзя",
    intended: "ещё не отправлено",
    hinted: "подсказка",
  },
  board: (title) => `Доска: ${title}`,
  moved: (mark, place) => `${mark}: ${place}.`,
  takenBack: "Последний ход возвращён.",
  joined: (name) => `Соперник здесь: ${name}.`,

  refusal: (code, reason, waitSeconds) => {
    const words = REFUSALS[code as RefusalCode] ?? reason ?? "Это не получилось.";
    if (waitSeconds === undefined) return words;
    return `${words} Подождите ${counted(Math.ceil(waitSeconds), "секунду", "секунды", "секунд")}.`;
  },
};
