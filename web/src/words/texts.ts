// Written by `make fmt` from locales/en.json: change that file, not this one.

export interface PageTexts {
  readonly title: string;
  readonly tagline: string;
  readonly home: string;
  readonly yourAccount: string;
  readonly signUp: string;
  readonly link: {
    readonly connecting: string;
    readonly reconnecting: string;
    readonly online: string;
  };
  readonly absence: {
    readonly countdown: (values: { time: string }) => string;
    readonly wait: string;
    readonly choose: string;
    readonly win: string;
    readonly draw: string;
    readonly computer: string;
    readonly standIn: (values: { name: string }) => string;
  };
  readonly intent: {
    readonly held: string;
    readonly undo: string;
    readonly planned: string;
    readonly send: string;
    readonly cancel: string;
  };
  readonly replay: {
    readonly heading: string;
    readonly close: string;
    readonly first: string;
    readonly back: string;
    readonly on: string;
    readonly last: string;
    readonly move: (values: { ply: number; last: number }) => string;
    readonly moves: string;
    readonly share: string;
    readonly link: string;
    readonly picture: string;
    readonly none: string;
    readonly analysis: string;
  };
  readonly review: {
    readonly heading: string;
    readonly loading: string;
    readonly choose: string;
    readonly plot: string;
    readonly percent: (values: { percent: number }) => string;
    readonly exact: string;
    readonly searched: string;
    readonly better: (values: { moves: string }) => string;
    readonly askHint: string;
    readonly live: string;
    readonly verdicts: {
      readonly forced: string;
      readonly only_move: string;
      readonly fastest_win: string;
      readonly kept_win: string;
      readonly kept_draw: string;
      readonly best_defence: string;
      readonly lost_sooner: string;
      readonly gave_away_win: string;
      readonly win_to_loss: string;
      readonly gave_away_draw: string;
      readonly best: string;
      readonly good: string;
      readonly inaccuracy: string;
      readonly mistake: string;
      readonly blunder: string;
    };
    readonly hints: {
      readonly wins: (values: { move: string }) => string;
      readonly holds: (values: { move: string }) => string;
      readonly best: (values: { move: string }) => string;
    };
    readonly deeper: string;
  };
  readonly watch: {
    readonly heading: string;
    readonly link: string;
    readonly hint: string;
    readonly empty: string;
    readonly emptyHint: string;
    readonly best: string;
    readonly open: string;
    readonly rated: string;
    readonly against: (values: { x: string; o: string }) => string;
    readonly duel: string;
    readonly duelHint: string;
  };
  readonly puzzles: {
    readonly heading: string;
    readonly daily: string;
    readonly hint: string;
    readonly difficulty: (values: { level: number }) => string;
    readonly task: (values: { moves: number; seat: string }) => string;
    readonly right: string;
    readonly wrong: string;
    readonly solution: string;
    readonly line: string;
    readonly giveUp: string;
    readonly another: string;
  };
  readonly zoom: {
    readonly in: string;
    readonly out: string;
  };
  readonly next: (values: { count: number }) => string;
  readonly talk: {
    readonly heading: string;
    readonly empty: string;
    readonly label: string;
    readonly send: string;
    readonly emotes: string;
  };
  readonly inbox: {
    readonly heading: string;
    readonly bell: (values: { unread: number }) => string;
    readonly loading: string;
    readonly empty: string;
    readonly emptyHint: string;
    readonly new: string;
    readonly open: (values: { kind: string }) => string;
    readonly openLabel: (values: { action: string; text: string }) => string;
    readonly readAll: string;
    readonly dismiss: string;
    readonly dismissAll: string;
    readonly dismissed: string;
    readonly push: string;
    readonly accept: string;
    readonly decline: string;
    readonly yourTurn: string;
  };
  readonly challenge: {
    readonly heading: string;
    readonly byName: string;
    readonly name: string;
    readonly send: string;
    readonly cancel: string;
    readonly choose: (values: { name: string }) => string;
    readonly waiting: (values: { name: string }) => string;
    readonly waitingHint: (values: { name: string }) => string;
  };
  readonly push: {
    readonly heading: string;
    readonly switch: string;
    readonly hint: {
      readonly on: string;
      readonly off: string;
      readonly forbidden: string;
      readonly impossible: string;
    };
    readonly failed: string;
    readonly offer: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly foot: {
    readonly programs: string;
    readonly settings: string;
  };
  readonly settings: {
    readonly heading: string;
    readonly device: string;
    readonly everywhere: string;
    readonly thisDevice: string;
    readonly language: string;
    readonly theme: string;
    readonly themes: {
      readonly system: string;
      readonly light: string;
      readonly dark: string;
    };
    readonly sending: string;
    readonly sendings: {
      readonly "at-once": string;
      readonly undo: string;
      readonly confirm: string;
    };
    readonly chat: string;
    readonly sounds: string;
    readonly volume: string;
    readonly voice: string;
    readonly coordinates: string;
  };
  readonly update: {
    readonly here: string;
    readonly take: string;
    readonly later: string;
  };
  readonly setup: {
    readonly variant: string;
    readonly clock: string;
    readonly rounds: string;
    readonly round: (values: { n: number }) => string;
    readonly rated: string;
    readonly unrated: {
      readonly account: string;
      readonly clock: string;
      readonly rounds: string;
    };
    readonly friend: string;
    readonly friendHint: string;
    readonly anyone: string;
    readonly anyoneHint: string;
    readonly two: string;
    readonly twoHint: string;
    readonly level: string;
    readonly levelOf: (values: { level: number }) => string;
    readonly tap: string;
    readonly first: (values: { variant: string }) => string;
    readonly several: string;
    readonly find: string;
    readonly tooMany: (values: { most: number }) => string;
  };
  readonly local: {
    readonly two: string;
    readonly computer: string;
    readonly player: (values: { seat: string }) => string;
    readonly computerName: (values: { level: number }) => string;
    readonly you: string;
    readonly takeBack: string;
    readonly again: string;
    readonly offline: string;
    readonly names: string;
    readonly nameOf: (values: { nth: string }) => string;
  };
  readonly lobby: {
    readonly heading: string;
    readonly loading: string;
    readonly empty: string;
    readonly emptyHint: string;
    readonly join: string;
  };
  readonly mine: {
    readonly heading: string;
    readonly yourTurn: string;
    readonly theirTurn: string;
    readonly waiting: string;
    readonly against: (values: { name: string }) => string;
    readonly nobody: string;
    readonly finished: string;
    readonly finishedHint: string;
  };
  readonly game: {
    readonly loading: string;
    readonly missing: string;
    readonly missingHint: string;
    readonly unknown: string;
    readonly newGame: string;
    readonly join: string;
    readonly watching: string;
    readonly playsNow: string;
    readonly you: string;
    readonly kinds: {
      readonly computer: string;
      readonly bot: string;
    };
    readonly emptySeat: string;
    readonly gone: (values: { name: string }) => string;
    readonly round: (values: { round: number; rounds: number }) => string;
    readonly scoreLabel: (values: { score: number; name: string; points: string }) => string;
    readonly placeMark: string;
    readonly sending: string;
    readonly nextRound: string;
    readonly rated: string;
    readonly dealings: string;
    readonly reportLine: (values: { text: string }) => string;
  };
  readonly share: {
    readonly heading: string;
    readonly hint: string;
    readonly onlyHere: string;
    readonly label: string;
    readonly copy: string;
    readonly copied: string;
    readonly byHand: string;
    readonly share: string;
    readonly qr: string;
    readonly qrLabel: string;
    readonly invitation: string;
    readonly once: string;
    readonly onceHint: string;
    readonly onceLabel: string;
    readonly waitingAnyone: string;
  };
  readonly actions: {
    readonly abort: string;
    readonly resign: string;
    readonly sure: string;
    readonly yes: string;
    readonly no: string;
    readonly offer: {
      readonly draw: string;
      readonly takeback: string;
    };
    readonly offered: {
      readonly draw: string;
      readonly takeback: string;
    };
    readonly withdraw: string;
    readonly toAnswer: {
      readonly draw: (values: { name: string }) => string;
      readonly takeback: (values: { name: string }) => string;
    };
    readonly accept: string;
    readonly decline: string;
    readonly againAsked: string;
    readonly againOffered: (values: { name: string }) => string;
    readonly nextGame: string;
    readonly declined: {
      readonly draw: (values: { name: string }) => string;
      readonly takeback: (values: { name: string }) => string;
    };
  };
  readonly cell: (values: { place: string; held: string }) => string;
  readonly cellNotes: {
    readonly last: string;
    readonly line: string;
    readonly pending: string;
    readonly shut: string;
    readonly intended: string;
    readonly hinted: string;
    readonly losingLine: string;
    readonly fading: string;
  };
  readonly board: (values: { title: string }) => string;
  readonly moved: (values: { mark: string; place: string }) => string;
  readonly vanished: (values: { place: string }) => string;
  readonly takenBack: string;
  readonly joined: (values: { name: string }) => string;
  readonly clocks: {
    readonly none: string;
    readonly days: (values: { days: number }) => string;
    readonly minutes: (values: { minutes: number }) => string;
    readonly seconds: (values: { seconds: number }) => string;
    readonly increment: (values: { time: string; seconds: number }) => string;
    readonly left: (values: { days: number; hours: number }) => string;
    readonly hours: (values: { hours: number }) => string;
  };
  readonly state: {
    readonly somebody: string;
    readonly firstMove: string;
    readonly moveMade: string;
    readonly waiting: string;
    readonly inviting: (values: { name: string; seat: string }) => string;
    readonly yours: string;
    readonly yoursAny: string;
    readonly yoursOn: (values: { board: string }) => string;
    readonly theirs: (values: { name: string }) => string;
    readonly theirsAny: (values: { name: string }) => string;
    readonly theirsOn: (values: { name: string; board: string }) => string;
  };
  readonly end: {
    readonly aborted: string;
    readonly declined: string;
    readonly cancelled: string;
    readonly won: (values: { how: string }) => string;
    readonly lost: (values: { how: string }) => string;
    readonly winner: (values: { how: string; winner: string; loser: string }) => string;
    readonly draw: (values: { how: string }) => string;
    readonly roundDraw: (values: { how: string }) => string;
  };
  readonly squares: {
    readonly topLeft: string;
    readonly top: string;
    readonly topRight: string;
    readonly left: string;
    readonly centre: string;
    readonly right: string;
    readonly bottomLeft: string;
    readonly bottom: string;
    readonly bottomRight: string;
  };
  readonly squareOn: (values: { board: string; square: string }) => string;
  readonly squareAt: (values: { row: number; column: number }) => string;
  readonly cellEmpty: (values: { place: string }) => string;
  readonly failed: string;
  readonly wait: (values: { reason: string; time: string }) => string;
  readonly variants: {
    readonly classic: {
      readonly title: string;
      readonly howTo: string;
    };
    readonly ultimate: {
      readonly title: string;
      readonly howTo: string;
    };
    readonly misere: {
      readonly title: string;
      readonly howTo: string;
    };
    readonly wild: {
      readonly title: string;
      readonly howTo: string;
    };
    readonly "4x4": {
      readonly title: string;
      readonly howTo: string;
    };
    readonly "6x6": {
      readonly title: string;
      readonly howTo: string;
    };
    readonly "9x9": {
      readonly title: string;
      readonly howTo: string;
    };
    readonly gomoku: {
      readonly title: string;
      readonly howTo: string;
    };
    readonly "gomoku-exact": {
      readonly title: string;
      readonly howTo: string;
    };
    readonly caro: {
      readonly title: string;
      readonly howTo: string;
    };
    readonly "connect-four": {
      readonly title: string;
      readonly howTo: string;
    };
    readonly notakto: {
      readonly title: string;
      readonly howTo: string;
    };
    readonly "ultimate-majority": {
      readonly title: string;
      readonly howTo: string;
    };
    readonly "order-and-chaos": {
      readonly title: string;
      readonly howTo: string;
    };
    readonly vanishing: {
      readonly title: string;
      readonly howTo: string;
    };
    readonly "gomoku-swap2": {
      readonly title: string;
      readonly howTo: string;
    };
  };
  readonly emotes: {
    readonly hello: string;
    readonly "good-luck": string;
    readonly "well-played": string;
    readonly thanks: string;
    readonly oops: string;
    readonly wow: string;
    readonly thinking: string;
    readonly hurry: string;
    readonly sorry: string;
    readonly laugh: string;
    readonly sad: string;
    readonly bye: string;
  };
  readonly levels: {
    readonly level1: string;
    readonly level2: string;
    readonly level3: string;
    readonly level4: string;
    readonly level5: string;
    readonly level6: string;
    readonly level7: string;
    readonly level8: string;
  };
  readonly offline: {
    readonly waiting: string;
    readonly people: string;
    readonly puzzles: string;
    readonly computer: string;
    readonly again: string;
  };
  readonly endScreen: {
    readonly heading: string;
    readonly close: string;
    readonly rematch: string;
    readonly review: string;
    readonly harder: string;
    readonly score: (values: { mine: string; theirs: string }) => string;
    readonly rating: (values: { before: string; after: string }) => string;
    readonly streak: (values: { count: number }) => string;
    readonly left: (values: { name: string }) => string;
    readonly askedGone: (values: { name: string }) => string;
  };
  readonly menu: {
    readonly label: string;
    readonly play: string;
    readonly puzzles: string;
    readonly learn: string;
    readonly watch: string;
    readonly friends: string;
    readonly leaderboards: string;
    readonly moderation: string;
  };
  readonly friends: {
    readonly hint: string;
  };
  readonly learnLink: string;
  readonly toast: {
    readonly joined: (values: { name: string }) => string;
    readonly open: string;
    readonly close: string;
  };
  readonly meanwhile: {
    readonly heading: string;
    readonly hint: string;
    readonly computer: string;
    readonly puzzle: string;
  };
  readonly embed: {
    readonly heading: string;
    readonly label: string;
    readonly copy: string;
    readonly open: string;
  };
  readonly swap2: {
    readonly heading: string;
    readonly mine: {
      readonly place: string;
      readonly choose: string;
      readonly add: string;
      readonly choose_again: string;
    };
    readonly theirs: {
      readonly place: string;
      readonly choose: string;
      readonly add: string;
      readonly choose_again: string;
    };
    readonly next: (values: { mark: string }) => string;
    readonly take: string;
    readonly more: string;
    readonly took: (values: { name: string }) => string;
    readonly added: (values: { name: string }) => string;
  };
}

export interface NoticesTexts {
  readonly turn: (values: { named: string; name: string }) => string;
  readonly challenge: (values: { named: string; name: string }) => string;
  readonly rematch: (values: { named: string; name: string }) => string;
  readonly waiting: (values: { named: string; name: string }) => string;
  readonly cancelling: (values: { named: string; name: string }) => string;
  readonly cancelled: (values: { named: string; name: string }) => string;
  readonly declined: (values: { named: string; name: string }) => string;
  readonly other: string;
  readonly stop: string;
}

export interface PeopleTexts {
  readonly speeds: {
    readonly untimed: string;
    readonly bullet: string;
    readonly blitz: string;
    readonly rapid: string;
    readonly correspondence: string;
  };
  readonly loading: string;
  readonly unreachable: string;
  readonly account: {
    readonly title: string;
    readonly guest: (values: { name: string }) => string;
    readonly guestHint: string;
    readonly register: string;
    readonly logIn: string;
    readonly logInHint: string;
    readonly registerHint: string;
    readonly username: string;
    readonly usernameHint: string;
    readonly password: string;
    readonly passwordHint: string;
    readonly keeps: string;
    readonly leaves: string;
    readonly logOut: string;
    readonly page: string;
  };
  readonly profile: {
    readonly heading: string;
    readonly name: string;
    readonly save: string;
    readonly saved: string;
    readonly choose: string;
    readonly pictureHint: string;
    readonly use: string;
    readonly cancel: string;
    readonly preview: string;
    readonly tooLarge: string;
  };
  readonly security: {
    readonly heading: string;
    readonly old: string;
    readonly new: string;
    readonly change: string;
    readonly changed: string;
    readonly logins: string;
    readonly login: string;
    readonly current: string;
    readonly used: (values: { when: string }) => string;
    readonly since: (values: { when: string }) => string;
    readonly program: string;
    readonly end: string;
    readonly endLabel: (values: { label: string }) => string;
    readonly endOthers: string;
    readonly delete: string;
    readonly deleteHint: string;
    readonly deleteSure: string;
  };
  readonly recovery: {
    readonly heading: string;
    readonly hint: string;
    readonly none: string;
    readonly left: (values: { n: number }) => string;
    readonly few: string;
    readonly create: string;
    readonly renew: string;
    readonly replaces: string;
    readonly save: string;
    readonly saveHint: string;
    readonly sheet: (values: { name: string; host: string }) => string;
    readonly copy: string;
    readonly print: string;
    readonly done: string;
    readonly forgot: string;
    readonly recover: string;
    readonly code: string;
    readonly setAndEnter: string;
    readonly ends: string;
    readonly useCode: string;
  };
  readonly passkeys: {
    readonly heading: string;
    readonly hint: string;
    readonly add: string;
    readonly name: string;
    readonly nameHint: string;
    readonly added: string;
    readonly created: (values: { when: string }) => string;
    readonly remove: string;
    readonly removeLabel: (values: { name: string }) => string;
    readonly nothing: string;
    readonly logIn: string;
    readonly use: string;
    readonly obstacle: {
      readonly address: string;
      readonly browser: string;
    };
  };
  readonly email: {
    readonly heading: string;
    readonly hint: string;
    readonly add: string;
    readonly change: string;
    readonly address: string;
    readonly send: string;
    readonly sent: (values: { address: string }) => string;
    readonly remove: string;
    readonly removed: string;
    readonly use: string;
    readonly ask: string;
    readonly asked: (values: { minutes: number }) => string;
    readonly confirm: string;
    readonly confirmHint: string;
    readonly confirmed: (values: { name: string }) => string;
    readonly toAccount: string;
  };
  readonly provider: {
    readonly logIn: (values: { label: string }) => string;
    readonly heading: (values: { label: string }) => string;
    readonly hint: (values: { label: string }) => string;
    readonly add: string;
    readonly linked: string;
    readonly created: (values: { when: string }) => string;
    readonly remove: string;
    readonly removed: string;
    readonly choose: string;
    readonly chooseHint: (values: { label: string }) => string;
    readonly cancelled: string;
  };
  readonly player: {
    readonly missing: string;
    readonly since: (values: { when: string }) => string;
    readonly bot: string;
    readonly record: string;
    readonly none: string;
    readonly seat: (values: { seat: string }) => string;
    readonly streak: (values: { outcome: string; n: number }) => string;
    readonly longest: (values: { n: number }) => string;
    readonly byVariant: string;
    readonly ratings: string;
    readonly noRatings: string;
    readonly provisional: string;
    readonly history: (values: { variant: string; speed: string }) => string;
    readonly rivals: string;
    readonly versus: (values: { won: number; drawn: number; lost: number }) => string;
    readonly games: string;
    readonly more: string;
    readonly result: {
      readonly won: string;
      readonly lost: string;
      readonly drawn: string;
    };
    readonly against: (values: { name: string }) => string;
    readonly rated: string;
    readonly sums: (values: { played: number; won: number; drawn: number; lost: number }) => string;
  };
  readonly invite: {
    readonly title: string;
    readonly by: (values: { name: string }) => string;
    readonly rated: string;
    readonly accept: string;
    readonly asGuest: string;
    readonly ratedNeedsAccount: string;
    readonly own: string;
    readonly ownHint: string;
    readonly label: string;
    readonly gone: string;
    readonly goneHint: string;
  };
  readonly versus: {
    readonly heading: (values: { name: string }) => string;
    readonly none: string;
    readonly byVariant: string;
    readonly last: string;
  };
  readonly dealings: {
    readonly heading: (values: { name: string }) => string;
    readonly mute: string;
    readonly unmute: string;
    readonly muted: (values: { name: string }) => string;
    readonly block: string;
    readonly unblock: string;
    readonly sure: (values: { name: string }) => string;
    readonly yes: string;
    readonly no: string;
    readonly blocked: (values: { name: string }) => string;
    readonly free: (values: { name: string }) => string;
    readonly report: string;
    readonly why: string;
    readonly reasons: {
      readonly abuse: string;
      readonly cheating: string;
      readonly name: string;
      readonly picture: string;
      readonly other: string;
    };
    readonly words: string;
    readonly send: string;
    readonly cancel: string;
    readonly reported: string;
    readonly quote: (values: { text: string }) => string;
    readonly list: string;
    readonly nobody: string;
    readonly how: {
      readonly block: string;
      readonly mute: string;
    };
    readonly undo: string;
    readonly undoLabel: (values: { name: string }) => string;
    readonly freeLabel: (values: { word: string; name: string }) => string;
  };
  readonly settings: {
    readonly account: string;
    readonly guest: string;
    readonly saving: {
      readonly saving: string;
      readonly saved: string;
      readonly waiting: string;
    };
    readonly idle: string;
    readonly days: (values: { n: number }) => string;
    readonly idleHint: string;
    readonly notifications: string;
    readonly all: string;
    readonly turn: string;
    readonly challenge: string;
    readonly reminder: string;
    readonly quiet: string;
    readonly from: string;
    readonly until: string;
    readonly unknown: string;
  };
  readonly leaderboard: {
    readonly title: string;
    readonly variant: string;
    readonly speed: string;
    readonly of: string;
    readonly people: string;
    readonly bots: string;
    readonly empty: string;
    readonly conditions: string;
    readonly rank: string;
    readonly player: string;
    readonly rating: string;
    readonly games: string;
    readonly aroundMe: string;
    readonly top: string;
    readonly notRanked: string;
  };
  readonly history: {
    readonly heading: string;
    readonly empty: string;
    readonly play: string;
    readonly opponents: string;
    readonly challenge: string;
    readonly challengeName: (values: { name: string }) => string;
  };
  readonly friends: {
    readonly heading: string;
    readonly online: string;
    readonly offline: string;
    readonly none: string;
    readonly noneHint: string;
    readonly nobody: string;
    readonly game: (values: { variant: string; clock: string }) => string;
    readonly byName: string;
    readonly name: string;
    readonly follow: string;
    readonly followName: (values: { name: string }) => string;
    readonly unfollow: string;
    readonly unfollowName: (values: { name: string }) => string;
    readonly followed: (values: { name: string }) => string;
    readonly unfollowed: (values: { name: string }) => string;
    readonly undo: string;
    readonly following: string;
  };
}

export interface VoiceTexts {
  readonly button: string;
  readonly hint: string;
  readonly hintLarge: string;
  readonly hintUltimate: string;
  readonly heard: (values: { what: string }) => string;
  readonly which: string;
  readonly none: string;
  readonly impossible: (values: { what: string }) => string;
  readonly denied: string;
  readonly noMicrophone: string;
  readonly insecure: string;
  readonly off: string;
  readonly unreachable: string;
  readonly commands: {
    readonly resign: string;
    readonly draw: string;
    readonly play_again: string;
    readonly undo: string;
  };
  readonly phases: {
    readonly opening: string;
    readonly listening: string;
    readonly thinking: string;
  };
  readonly nothing: {
    readonly silence: string;
    readonly other: string;
  };
}

export interface ModerationTexts {
  readonly heading: string;
  readonly open: string;
  readonly closed: string;
  readonly log: string;
  readonly find: string;
  readonly findLabel: string;
  readonly look: string;
  readonly none: string;
  readonly more: string;
  readonly back: string;
  readonly about: (values: { name: string }) => string;
  readonly by: (values: { name: string; when: string }) => string;
  readonly count: (values: { count: number }) => string;
  readonly chat: string;
  readonly chatNone: string;
  readonly spectator: string;
  readonly game: string;
  readonly gameNone: string;
  readonly openGame: string;
  readonly close: string;
  readonly outcome: string;
  readonly outcomes: {
    readonly acted: string;
    readonly warned: string;
    readonly no_action: string;
  };
  readonly comment: string;
  readonly closedAs: (values: { outcome: string }) => string;
  readonly created: (values: { created: string; seen: string }) => string;
  readonly username: (values: { name: string }) => string;
  readonly guest: string;
  readonly moderator: string;
  readonly signals: string;
  readonly signalsNote: string;
  readonly hints: {
    readonly engine_moves: (values: { share: number; moves: number }) => string;
    readonly accuracy: (values: { share: number; others: number }) => string;
    readonly one_address: (values: { games: number }) => string;
  };
  readonly reports: string;
  readonly inForce: {
    readonly mute: string;
    readonly ban: string;
    readonly close: string;
    readonly name: string;
  };
  readonly until: (values: { when: string }) => string;
  readonly noEnd: string;
  readonly lift: {
    readonly mute: string;
    readonly ban: string;
    readonly close: string;
  };
  readonly act: string;
  readonly acts: {
    readonly note: string;
    readonly mute: string;
    readonly ban: string;
    readonly rename: string;
    readonly remove_picture: string;
    readonly close: string;
  };
  readonly duration: string;
  readonly hours: (values: { count: number }) => string;
  readonly days: (values: { count: number }) => string;
  readonly newName: string;
  readonly newNameHint: string;
  readonly apply: string;
  readonly done: string;
  readonly entries: {
    readonly mute: string;
    readonly unmute: string;
    readonly ban: string;
    readonly unban: string;
    readonly close: string;
    readonly reopen: string;
    readonly rename: string;
    readonly remove_picture: string;
    readonly note: string;
    readonly close_report: string;
    readonly add_role: string;
    readonly remove_role: string;
  };
  readonly operator: string;
  readonly logNone: string;
  readonly only: string;
}

export interface RefusalsTexts {
  readonly malformed: string;
  readonly bad_frame: string;
  readonly bad_upgrade: string;
  readonly upgrade_needed: string;
  readonly not_utf8: string;
  readonly too_large: string;
  readonly bad_name: string;
  readonly bad_username: string;
  readonly bad_password: string;
  readonly bad_picture: string;
  readonly bad_subscription: string;
  readonly bad_text: string;
  readonly bad_notation: string;
  readonly bad_audio: string;
  readonly unknown_variant: string;
  readonly not_logged_in: string;
  readonly bad_token: string;
  readonly wrong_login: string;
  readonly wrong_recovery_code: string;
  readonly wrong_passkey: string;
  readonly bad_passkey: string;
  readonly no_such_passkey: string;
  readonly too_many_passkeys: string;
  readonly passkeys_unavailable: string;
  readonly bad_email: string;
  readonly no_such_email_link: string;
  readonly too_many_accounts_of_email: string;
  readonly email_off: string;
  readonly provider_off: string;
  readonly provider_unavailable: string;
  readonly provider_login_failed: string;
  readonly provider_login_taken: string;
  readonly too_many_provider_logins: string;
  readonly no_such_provider_login: string;
  readonly banned: string;
  readonly account_closed: string;
  readonly muted: string;
  readonly name_kept: string;
  readonly moderators_only: string;
  readonly moderator_exempt: string;
  readonly no_such_report: string;
  readonly not_imposed: string;
  readonly end_needed: string;
  readonly username_taken: string;
  readonly username_reserved: string;
  readonly name_in_use: string;
  readonly already_logged_in: string;
  readonly account_needed: string;
  readonly wrong_password: string;
  readonly already_account: string;
  readonly missing_scope: string;
  readonly logged_out: string;
  readonly no_such_login: string;
  readonly too_many_tokens: string;
  readonly forbidden_origin: string;
  readonly json_needed: string;
  readonly not_yours: string;
  readonly no_such_game: string;
  readonly no_such_player: string;
  readonly no_such_puzzle: string;
  readonly not_found: string;
  readonly wrong_method: string;
  readonly no_game_open: string;
  readonly not_started: string;
  readonly already_started: string;
  readonly in_a_game: string;
  readonly name_taken: string;
  readonly game_full: string;
  readonly own_game: string;
  readonly not_invited: string;
  readonly not_rated: string;
  readonly not_a_room: string;
  readonly no_such_invite: string;
  readonly seat_kept: string;
  readonly too_many_invites: string;
  readonly already_challenged: string;
  readonly blocked: string;
  readonly chat_off: string;
  readonly too_many_blocks: string;
  readonly too_many_follows: string;
  readonly guest_not_followed: string;
  readonly opponent_missing: string;
  readonly too_many_games: string;
  readonly not_your_turn: string;
  readonly stale: string;
  readonly out_of_range: string;
  readonly cell_taken: string;
  readonly wrong_board: string;
  readonly cell_floats: string;
  readonly wrong_mark: string;
  readonly game_over: string;
  readonly time_over: string;
  readonly hints_unfair: string;
  readonly not_finished: string;
  readonly too_late_to_abort: string;
  readonly no_offer: string;
  readonly already_offered: string;
  readonly nothing_to_take_back: string;
  readonly wait_to_ask_again: string;
  readonly no_clock: string;
  readonly opponent_here: string;
  readonly not_gone_long_enough: string;
  readonly nothing_to_claim: string;
  readonly rematch_declined: string;
  readonly game_types_differ: string;
  readonly opponent_left: string;
  readonly called_off: string;
  readonly too_many_requests: string;
  readonly too_many_tries: string;
  readonly too_much_talk: string;
  readonly said_already: string;
  readonly too_many_reports: string;
  readonly already_reported: string;
  readonly too_many_pictures: string;
  readonly too_many_mails: string;
  readonly mail_busy: string;
  readonly too_many_uploads: string;
  readonly upload_too_slow: string;
  readonly logins_busy: string;
  readonly too_many_connections: string;
  readonly too_many_large_messages: string;
  readonly too_slow: string;
  readonly silent: string;
  readonly computer_busy: string;
  readonly computer_away: string;
  readonly pictures_off: string;
  readonly voice_busy: string;
  readonly voice_off: string;
  readonly busy: string;
  readonly storage_unavailable: string;
  readonly shutting_down: string;
  readonly internal: string;
}

export interface LearnTexts {
  readonly heading: string;
  readonly hint: string;
  readonly done: string;
  readonly lesson: (values: { title: string }) => string;
  readonly step: (values: { nth: string; count: string }) => string;
  readonly right: string;
  readonly wrong: string;
  readonly finished: string;
  readonly next: string;
  readonly play: (values: { title: string }) => string;
  readonly all: string;
  readonly tasks: {
    readonly ultimate: {
      readonly step1: string;
      readonly step2: string;
      readonly step3: string;
      readonly step4: string;
      readonly step5: string;
    };
    readonly classic: {
      readonly step1: string;
      readonly step2: string;
    };
    readonly misere: {
      readonly step1: string;
    };
    readonly wild: {
      readonly step1: string;
    };
    readonly "4x4": {
      readonly step1: string;
    };
    readonly "6x6": {
      readonly step1: string;
    };
    readonly "9x9": {
      readonly step1: string;
    };
    readonly gomoku: {
      readonly step1: string;
      readonly step2: string;
    };
    readonly "gomoku-exact": {
      readonly step1: string;
    };
    readonly caro: {
      readonly step1: string;
      readonly step2: string;
    };
    readonly "connect-four": {
      readonly step1: string;
      readonly step2: string;
    };
    readonly notakto: {
      readonly step1: string;
    };
    readonly "ultimate-majority": {
      readonly step1: string;
    };
    readonly "order-and-chaos": {
      readonly step1: string;
      readonly step2: string;
    };
    readonly vanishing: {
      readonly step1: string;
      readonly step2: string;
    };
    readonly "gomoku-swap2": {
      readonly step1: string;
      readonly step2: string;
    };
  };
  readonly duel: {
    readonly heading: string;
    readonly pause: string;
    readonly resume: string;
    readonly again: string;
    readonly level: (values: { seat: string }) => string;
  };
  readonly analysis: {
    readonly heading: string;
    readonly hint: string;
    readonly tools: string;
    readonly play: string;
    readonly erase: string;
    readonly undo: string;
    readonly clear: string;
    readonly best: string;
    readonly thinking: string;
    readonly turn: (values: { seat: string }) => string;
    readonly over: string;
    readonly impossible: string;
    readonly start: string;
    readonly wins: (values: { moves: number }) => string;
    readonly draws: string;
    readonly loses: (values: { moves: number }) => string;
    readonly chance: (values: { percent: number }) => string;
  };
  readonly review: {
    readonly progress: (values: { searched: number; total: number }) => string;
    readonly waiting: (values: { searched: number; total: number }) => string;
    readonly certainty: {
      readonly exact: string;
      readonly deep: string;
      readonly quick: string;
    };
    readonly forced: (values: { moves: number; seat: string }) => string;
    readonly showLine: string;
    readonly backToGame: string;
    readonly line: (values: { seat: string; step: number; last: number }) => string;
  };
  readonly puzzle: {
    readonly rating: (values: { rating: string }) => string;
    readonly streak: (values: { count: number }) => string;
    readonly best: (values: { count: number }) => string;
    readonly any: string;
    readonly difficulty: string;
    readonly anyLevel: string;
    readonly theme: string;
    readonly anyTheme: string;
    readonly winIn: (values: { moves: number }) => string;
    readonly none: string;
    readonly share: string;
    readonly link: string;
  };
}

export interface PreviewsTexts {
  readonly game: (values: { x: string; o: string; variant: string }) => string;
  readonly open: (values: { name: string; variant: string }) => string;
  readonly openHint: string;
  readonly playing: string;
  readonly won: (values: { name: string }) => string;
  readonly over: string;
  readonly invite: (values: { name: string; variant: string }) => string;
  readonly replay: (values: { variant: string }) => string;
  readonly replayHint: (values: { moves: string }) => string;
  readonly puzzle: (values: { variant: string }) => string;
  readonly puzzleHint: string;
  readonly player: (values: { name: string }) => string;
  readonly playerHint: (values: { name: string }) => string;
}

export interface LooksTexts {
  readonly heading: string;
  readonly preview: string;
  readonly board: string;
  readonly marks: string;
  readonly safeColours: string;
  readonly soundPack: string;
  readonly vibration: string;
  readonly boards: {
    readonly paper: string;
    readonly wood: string;
    readonly slate: string;
    readonly meadow: string;
    readonly contrast: string;
  };
  readonly markThemes: {
    readonly round: string;
    readonly bold: string;
    readonly fine: string;
    readonly block: string;
    readonly tilted: string;
  };
  readonly packs: {
    readonly soft: string;
    readonly wood: string;
    readonly arcade: string;
  };
}
