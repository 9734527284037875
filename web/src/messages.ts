// Written by tools/message_types.py from the server's own messages: change those, not this file.

export type Seat = "X" | "O";

export type Visibility = "public" | "private";

export type SeatChoice = "X" | "O" | "random";

export type PlayerKind = "guest" | "account" | "bot" | "computer" | "deleted";

export type Offered = "draw" | "takeback";

export type EmoteName = "hello" | "good-luck" | "well-played" | "thanks" | "oops" | "wow" | "thinking" | "hurry" | "sorry" | "laugh" | "sad" | "bye";

/** The newest move on the board. `unprepared`: by the computer at a glance, its real thinking was not ready yet. `by_computer`: in the seat of somebody who was gone. */
export interface LastMove {
  position: number;
  mark: Seat;
  seat: Seat;
  unprepared?: boolean;
  byComputer?: boolean;
}

/** What everybody may know of a player. */
export interface PlayerCard {
  id: string;
  name: string;
  kind: PlayerKind;
  picture: string | null;
}

/** Who sits where; an empty seat is null. */
export interface Players {
  X: PlayerCard | null;
  O: PlayerCard | null;
}

/** How a round or a game ended. No winner is a tie, or no result at all when the reason is `aborted`, `cancelled` or `declined`. */
export interface Result {
  winner: Seat | null;
  reason: string;
  line: number[];
}

/** Milliseconds left to each seat at the server's time `at_ms`, and whose clock has been running since then. */
export interface ClockState {
  xMs: number;
  oMs: number;
  running: Seat | null;
  atMs: number;
}

/** Real time (`base_seconds` and `increment_seconds`, Fischer) or slow (`days_per_move`); exactly one of the two. */
export interface ClockSetting {
  baseSeconds?: number;
  incrementSeconds?: number;
  daysPerMove?: 1 | 2 | 3 | 5 | 7 | 14;
}

/** Points of a series by seat: a win is 1, a draw 0.5. */
export interface Score {
  X: number;
  O: number;
}

/** The board on which the round before this one ended. */
export interface PreviousRound {
  cells: string;
  result: Result;
}

/** The computer plays in this seat, at this level, until its player is back. The result is that player's own. */
export interface StandIn {
  seat: Seat;
  level: number;
  credited: string;
}

/** Everything there is to know of a game. `version` rises by one with every change of it. */
export interface BoardState {
  type: "BoardState";
  game: string;
  version: number;
  phase: "finished" | "open" | "playing";
  started: boolean;
  variant: string;
  rows: number;
  cols: number;
  cells: string;
  turn: Seat | null;
  ply: number;
  lastMove: LastMove | null;
  players: Players;
  result: Result | null;
  clock: ClockState | null;
  clockSetting: ClockSetting | null;
  boards: string | null;
  openBoards: number[];
  offers: Record<string, Seat>;
  playAgain: Seat[];
  nextGame: string | null;
  round: number;
  rounds: number;
  score: Score | null;
  previousRound: PreviousRound | null;
  name: string | null;
  visibility: Visibility;
  alike: "name" | "picture"[];
  rated: boolean;
  absence: "choose" | "computer" | "draw" | "wait" | "win";
  standIns: StandIn[];
}

/** The answer to a command: `re` is its type, `id` its id. On false, `code` is for programs, `reason` for people. */
export interface ActionSuccess {
  type: "ActionSuccess";
  value: boolean;
  re?: string;
  id?: string;
  game?: string;
  version?: number;
  code?: string;
  reason?: string;
  waitSeconds?: number;
  state?: BoardState;
}

/** Who you are now. `token` is given once, when it is new: whoever holds it is that player. */
export interface Welcome {
  type: "Welcome";
  player: PlayerCard;
  token?: string;
}

/** A game with a free seat, as the lobby lists it. */
export interface OpenGame {
  id: string;
  name: string | null;
  variant: string;
  rounds: number;
  clock: ClockSetting | null;
  freeSeat: Seat;
  by: PlayerCard;
  createdMs: number;
  rated: boolean;
}

/** The public games that are not full, oldest first. */
export interface ListOfGames {
  type: "ListOfGames";
  games: OpenGame[];
}

/** Your opponent in this game. */
export interface ClientInfo {
  type: "ClientInfo";
  game: string;
  seat: Seat;
  player: PlayerCard;
}

/** The other player is gone, or about to be. `since_ms` is when it was last here. From `claims_ms` on you may end the game by `ClaimWin` or `ClaimDraw`, or let the computer play; without it there is nothing to claim as the game stands. `ClientInfo` says that it is back. */
export interface ClientDisconnected {
  type: "ClientDisconnected";
  game: string;
  seat: Seat;
  sinceMs?: number;
  claimsMs?: number;
}

/** The end, as it is for the one who receives this. */
export interface GameOver {
  type: "GameOver";
  game: string;
  result: "Lose" | "Tie" | "Win";
}

/** What a player of this game has said, for both of them. */
export interface ChatLine {
  type: "Chat";
  game: string;
  seat: Seat;
  text: string;
}

/** The emote that a player of this game has shown, for both of them. */
export interface EmoteShown {
  type: "Emote";
  game: string;
  seat: Seat;
  emote: EmoteName;
}

/** What somebody who looks on has said, for those who look on. */
export interface WatcherSaid {
  type: "WatcherSaid";
  game: string;
  by: PlayerCard;
  text: string;
}

/** A game that waits for somebody by name. */
export interface Challenge {
  state: BoardState;
  by: PlayerCard;
  to: PlayerCard;
}

/** The games that wait for you by name, and those in which you wait for somebody by name; the newest first. */
export interface Challenges {
  type: "Challenges";
  incoming: Challenge[];
  outgoing: Challenge[];
}

/** Somebody whom you do not want to hear (`mute`), or to meet at all (`block`). */
export interface BlockInfo {
  player: PlayerCard;
  how: "block" | "mute";
  sinceMs: number;
}

/** All of them, the newest first. */
export interface Blocks {
  type: "Blocks";
  blocks: BlockInfo[];
}

/** One of the two players has deleted this game: there is nothing left of it. */
export interface GameGone {
  type: "GameGone";
  game: string;
}

/** The server's answer to a heartbeat: its time in milliseconds. */
export interface Pulse {
  type: "Heartbeat";
  atMs: number;
}

/** What a player should know of a game; there is one a game, and the newest counts. `turn`: it is yours. `challenge`: somebody wants to play you. `rematch`: somebody wants to play you again. `waiting`: it has been your turn for long. `cancelling`: the game will be cancelled if nobody moves. `cancelled`: it was. `declined`: whom you challenged does not want to play. */
export interface Notice {
  kind: "cancelled" | "cancelling" | "challenge" | "declined" | "rematch" | "turn" | "waiting";
  game: string;
  variant: string;
  by: PlayerCard | null;
  atMs: number;
  read: boolean;
}

/** All notices, newest first, and how many of them are new. */
export interface Inbox {
  type: "Inbox";
  notices: Notice[];
  unread: number;
}

/** Every unfinished game of a player with its state: those that wait for the player first, longest waiting first. */
export interface MyGames {
  type: "MyGames";
  games: BoardState[];
  waiting: number;
}

/** A login, or a token of a program: then `scopes` says what it may do. The token itself is not told again. */
export interface LoginInfo {
  id: string;
  label: string;
  scopes: "play" | "profile" | "read" | "talk"[] | null;
  createdMs: number;
  usedMs: number;
  isCurrent: boolean;
}

/** Every login and token, the one used last first. */
export interface Logins {
  type: "Logins";
  logins: LoginInfo[];
}

/** So many logins and tokens are no longer valid. */
export interface LoginsEnded {
  type: "LoginsEnded";
  count: number;
}

/** A new token. It is told once and never again: whoever holds it may do what it is for. */
export interface TokenMade {
  type: "TokenMade";
  token: string;
  login: LoginInfo;
}

/** Every setting with its default. Fields are only ever added: old rows must be read for ever. */
export interface PlayerSettings {
  volume: number;
  sounds: boolean;
  theme: "dark" | "light" | "system";
  language: string;
  confirmMoves: boolean;
  undoMoves: boolean;
  idleDays: number;
  notifications: boolean;
  notifyTurn: boolean;
  notifyChallenge: boolean;
  notifyReminder: boolean;
  quietFrom: string;
  quietUntil: string;
  utcOffsetMinutes: number;
  chat: boolean;
}

/** All settings as they are now. */
export interface SettingsShown {
  type: "SettingsShown";
  settings: PlayerSettings;
}

/** An invitation: whoever opens this path on this server first, until then, may take the seat. */
export interface InviteMade {
  type: "InviteMade";
  game: string;
  token: string;
  path: string;
  expiresMs: number;
}

/** The operator will read it. */
export interface ReportMade {
  type: "ReportMade";
  report: string;
}

/** How many games were played, and how they ended. */
export interface Sums {
  played: number;
  won: number;
  lost: number;
  drawn: number;
}

/** The games of one variant, speed and seat; a series counts once, and its seat is `both`. */
export interface RecordEntry {
  played: number;
  won: number;
  lost: number;
  drawn: number;
  variant: string;
  speed: string;
  seat: string;
  against: string;
  playedMs: number;
}

/** The newest games against people that ended alike, and the longest such rows ever. */
export interface StreakEntry {
  outcome: string;
  length: number;
  longestWon: number;
  longestLost: number;
}

/** A rating as of now. A provisional one is shown with a question mark. */
export interface RatingEntry {
  variant: string;
  speed: string;
  rating: number;
  deviation: number;
  isProvisional: boolean;
  games: number;
  ratedMs: number;
}

/** An opponent, and the games against it as they were for the one who is asked about. */
export interface Rival {
  played: number;
  won: number;
  lost: number;
  drawn: number;
  player: PlayerCard;
  username: string | null;
}

/** A player, its sums over all games against people, and everything that they are made of. */
export interface PlayerPage {
  player: PlayerCard;
  username: string;
  createdMs: number;
  sums: Sums;
  records: RecordEntry[];
  streak: StreakEntry | null;
  ratings: RatingEntry[];
  rivals: Rival[];
}

/** What a rated game has done to a rating. */
export interface RatingChange {
  player: string;
  before: number;
  after: number;
}

/** A game that is over and counts, in one line. */
export interface FinishedGame {
  game: string;
  variant: string;
  speed: string;
  rounds: number;
  rated: boolean;
  players: Players;
  winner: Seat | null;
  reason: string;
  finishedMs: number;
  ratingChanges: RatingChange[];
}

/** Finished games, the newest first; `next` asks for those before them, and is null at the end. */
export interface FinishedGames {
  games: FinishedGame[];
  next: string | null;
}

/** The games of one variant. */
export interface VariantSums {
  played: number;
  won: number;
  lost: number;
  drawn: number;
  variant: string;
}

/** Two players: the sums are those of the first named. `variants` are the newest thousand games by what was played, on the first page alone. */
export interface Versus {
  player: PlayerCard;
  opponent: PlayerCard;
  sums: Sums;
  variants: VariantSums[];
  games: FinishedGame[];
  next: string | null;
}

/** The rating after a game. */
export interface RatingPoint {
  game: string;
  atMs: number;
  rating: number;
  deviation: number;
}

/** The ratings of a player, the oldest first; `next` asks for those before them, and is null at the end. */
export interface RatingHistory {
  variant: string;
  speed: string;
  points: RatingPoint[];
  next: string | null;
}

/** One line of a leaderboard. */
export interface Place {
  rank: number;
  player: PlayerCard;
  username: string;
  rating: number;
  deviation: number;
  games: number;
}

/** Those whose rating is certain and who have played of late, the best first; `next` asks for those after them. */
export interface Leaderboard {
  variant: string;
  speed: string;
  places: Place[];
  next: string | null;
}

/** A link for one guest, until `expiresMs`. `text` is made to be sent; `qr` is the path of a picture of the link. */
export interface InviteLink {
  game: string;
  token: string;
  url: string;
  text: string;
  qr: string;
  expiresMs: number;
}

/** What one is invited to, and by whom. */
export interface InviteShown {
  by: PlayerCard;
  variant: string;
  rounds: number;
  clock: ClockSetting | null;
  rated: boolean;
}

/** Play at once with no account. The answer is followed by `Welcome`, which carries the guest's token. */
export interface PlayAsGuest {
  type: "PlayAsGuest";
  name?: string;
  id?: string;
}

/** Make an account. The client stays at the login screen; `Login` comes next. The picture is the name of one that the client draws, or the data of one in base64. */
export interface CreateLogin {
  type: "CreateLogin";
  id?: string;
  username: string;
  password: string;
  profilePicture?: string;
  bot?: boolean;
}

/** Have this picture: PNG, JPEG or WebP in base64. For one who is logged in, or has just made an account here. */
export interface AddProfilePic {
  type: "AddProfilePic";
  id?: string;
  profilePicture: string;
}

/** Be the account of this name and password, or the player whom this token belongs to: one of the two. With neither, be the one by whose cookie or header this connection was opened. `resume` asks for the state of every unfinished game at once. */
export interface Login {
  type: "Login";
  id?: string;
  token?: string;
  username?: string;
  password?: string;
  resume?: boolean;
}

/** The games that are not full. `follow` asks to be told of every change of that list, until asked without it. */
export interface ListGames {
  type: "ListGames";
  follow?: boolean;
  id?: string;
}

/** Open a game and take a seat in it. */
export interface CreateGame {
  type: "CreateGame";
  name?: string;
  variant?: string;
  seat?: SeatChoice;
  rounds?: number;
  clock?: ClockSetting;
  visibility?: Visibility;
  opponent?: string;
  rated?: boolean;
  absence?: "choose" | "computer" | "draw" | "wait" | "win";
  id?: string;
}

/** Take the free seat of the game with this lobby name or id. */
export interface JoinGame {
  type: "JoinGame";
  id?: string;
  name: string;
}

/** Meet anybody, or the one of this name: take a seat in an open game of this kind, or open one and wait. */
export interface Pair {
  type: "Pair";
  variant?: string;
  rounds?: number;
  clock?: ClockSetting;
  seat?: SeatChoice;
  opponent?: string;
  rated?: boolean;
  id?: string;
}

/** Take the free seat of the game to which this invitation leads. */
export interface AcceptInvite {
  type: "AcceptInvite";
  id?: string;
  token: string;
}

/** Be sent the state of this game, now and after every change. */
export interface Watch {
  type: "Watch";
  id?: string;
  game: string;
}

/** I am here, and this is the version that I have of each game; newer ones are sent. */
export interface Heartbeat {
  type: "Heartbeat";
  games?: Record<string, number>;
  hidden?: boolean;
  shown?: string[];
  id?: string;
}

/** Be an account from now on, as a guest: all games stay one's own. `Welcome` brings a new token, old ones end. */
export interface BecomeAccount {
  type: "BecomeAccount";
  id?: string;
  username: string;
  password: string;
}

/** End the login by which this is said: its token is no longer valid, its connections are closed. */
export interface Logout {
  type: "Logout";
  id?: string;
}

/** Have another password. All other logins end. */
export interface ChangePassword {
  type: "ChangePassword";
  id?: string;
  old: string;
  new: string;
}

/** Be nobody. Running games are resigned, and in old ones the opponent sees a deleted player. Accounts say their password, guests have none. */
export interface DeleteAccount {
  type: "DeleteAccount";
  password?: string;
  id?: string;
}

/** Every login and token of mine. */
export interface ListLogins {
  type: "ListLogins";
  id?: string;
}

/** End this login or token, or without a name all logins but the one by which this is said. */
export interface EndLogin {
  type: "EndLogin";
  login?: string;
  id?: string;
}

/** A token for a program, which may do only what its scopes say, until it is ended. */
export interface MakeToken {
  type: "MakeToken";
  id?: string;
  label: string;
  scopes: "play" | "profile" | "read" | "talk"[];
}

/** Be shown by this name; the username stays. */
export interface ChangeName {
  type: "ChangeName";
  id?: string;
  name: string;
}

/** My settings. */
export interface ShowSettings {
  type: "ShowSettings";
  id?: string;
}

/** Have these settings; those that are not named stay. */
export interface ChangeSettings {
  type: "ChangeSettings";
  volume?: number;
  sounds?: boolean;
  theme?: "dark" | "light" | "system";
  language?: string;
  confirmMoves?: boolean;
  undoMoves?: boolean;
  idleDays?: number;
  notifications?: boolean;
  notifyTurn?: boolean;
  notifyChallenge?: boolean;
  notifyReminder?: boolean;
  quietFrom?: string;
  quietUntil?: string;
  utcOffsetMinutes?: number;
  chat?: boolean;
  id?: string;
}

/** The games that wait for me by name, and those in which I wait for somebody by name. */
export interface ListChallenges {
  type: "ListChallenges";
  id?: string;
}

/** A link that lets one person take the free seat of this game of mine, within a day. */
export interface MakeInvite {
  type: "MakeInvite";
  id?: string;
  game: string;
}

/** Whom I have blocked or muted. */
export interface ListBlocks {
  type: "ListBlocks";
  id?: string;
}

/** Do not let me hear this player any more (`mute`), or meet at all (`block`): by username or id. */
export interface Block {
  type: "Block";
  id?: string;
  name: string;
  how?: "block" | "mute";
}

/** Let this player be like any other again. */
export interface Unblock {
  type: "Unblock";
  id?: string;
  name: string;
}

/** Tell the operator of this player, and of the game in which it was. */
export interface Report {
  type: "Report";
  id?: string;
  name: string;
  why: "abuse" | "cheating" | "name" | "other" | "picture";
  words?: string;
  game?: string;
}

/** Every unfinished game of mine with its state, in one answer: `MyGames`. */
export interface ListMyGames {
  type: "ListMyGames";
  id?: string;
}

/** My notices: `Inbox`. `follow` asks to be sent it again after every change, until asked without it. */
export interface ListNotices {
  type: "ListNotices";
  follow?: boolean;
  id?: string;
}

/** I have read what there is about this game, or without a game everything. */
export interface ReadNotices {
  type: "ReadNotices";
  game?: string;
  id?: string;
}

/** Put away what there is about this game, or without a game everything. */
export interface DismissNotices {
  type: "DismissNotices";
  game?: string;
  id?: string;
}

/** Show the board to both: the lobby is over. */
export interface StartGame {
  type: "StartGame";
  game?: string;
  id?: string;
}

/** Play a cell. `ply` is the number of moves made before this one; any other number is refused as stale. */
export interface MakeMove {
  type: "MakeMove";
  game?: string;
  id?: string;
  position: number;
  ply?: number;
  mark?: Seat;
}

/** Give the game up. */
export interface Resign {
  type: "Resign";
  game?: string;
  id?: string;
}

/** Call the game off before both have moved. */
export interface Abort {
  type: "Abort";
  game?: string;
  id?: string;
}

/** Offer a draw, or ask to take one's last move back. */
export interface Offer {
  type: "Offer";
  game?: string;
  id?: string;
  what: Offered;
}

/** Agree to what the opponent offered. */
export interface AcceptOffer {
  type: "AcceptOffer";
  game?: string;
  id?: string;
  what: Offered;
}

/** Refuse what the opponent offered, or withdraw one's own offer. */
export interface DeclineOffer {
  type: "DeclineOffer";
  game?: string;
  id?: string;
  what: Offered;
}

/** Give the opponent 15 more seconds. */
export interface GiveTime {
  type: "GiveTime";
  game?: string;
  id?: string;
}

/** The other player is gone: let this be my win. */
export interface ClaimWin {
  type: "ClaimWin";
  game?: string;
  id?: string;
}

/** The other player is gone: let this be a draw. */
export interface ClaimDraw {
  type: "ClaimDraw";
  game?: string;
  id?: string;
}

/** The other player is gone: let the computer play on in its seat, until it is back. The result is the absent player's own, as if it had made these moves. */
export interface LetComputerPlay {
  type: "LetComputerPlay";
  game?: string;
  level?: number;
  id?: string;
}

/** Another game with the same opponent, or not. It starts when both said true, and named the same variant. Who names none means the variant of the game that is over. */
export interface PlayAgain {
  type: "PlayAgain";
  game?: string;
  id?: string;
  value: boolean;
  variant?: string;
}

/** I do not want to play this game, which waits for me by name. */
export interface DeclineChallenge {
  type: "DeclineChallenge";
  game?: string;
  id?: string;
}

/** Back to the previous screen. */
export interface Exit {
  type: "Exit";
  game?: string;
  id?: string;
}

/** Say something to the other player of the game, or as one who looks on to the others who do. */
export interface Chat {
  type: "Chat";
  game?: string;
  id?: string;
  text: string;
}

/** Show one of the emotes to the other player of the game. */
export interface Emote {
  type: "Emote";
  game?: string;
  id?: string;
  emote: EmoteName;
}

export type Message =
  | BoardState
  | ActionSuccess
  | Welcome
  | ListOfGames
  | ClientInfo
  | ClientDisconnected
  | GameOver
  | ChatLine
  | EmoteShown
  | WatcherSaid
  | Challenges
  | Blocks
  | GameGone
  | Pulse
  | Inbox
  | MyGames
  | Logins
  | LoginsEnded
  | TokenMade
  | SettingsShown
  | InviteMade
  | ReportMade;

export type Command =
  | PlayAsGuest
  | CreateLogin
  | AddProfilePic
  | Login
  | ListGames
  | CreateGame
  | JoinGame
  | Pair
  | AcceptInvite
  | Watch
  | Heartbeat
  | BecomeAccount
  | Logout
  | ChangePassword
  | DeleteAccount
  | ListLogins
  | EndLogin
  | MakeToken
  | ChangeName
  | ShowSettings
  | ChangeSettings
  | ListChallenges
  | MakeInvite
  | ListBlocks
  | Block
  | Unblock
  | Report
  | ListMyGames
  | ListNotices
  | ReadNotices
  | DismissNotices
  | StartGame
  | MakeMove
  | Resign
  | Abort
  | Offer
  | AcceptOffer
  | DeclineOffer
  | GiveTime
  | ClaimWin
  | ClaimDraw
  | LetComputerPlay
  | PlayAgain
  | DeclineChallenge
  | Exit
  | Chat
  | Emote;

export type RefusalCode =
  | "malformed"
  | "too_large"
  | "bad_name"
  | "bad_username"
  | "bad_password"
  | "bad_picture"
  | "bad_subscription"
  | "bad_text"
  | "bad_notation"
  | "bad_audio"
  | "unknown_variant"
  | "not_logged_in"
  | "bad_token"
  | "wrong_login"
  | "banned"
  | "username_taken"
  | "username_reserved"
  | "name_in_use"
  | "already_logged_in"
  | "account_needed"
  | "wrong_password"
  | "already_account"
  | "missing_scope"
  | "logged_out"
  | "no_such_login"
  | "too_many_tokens"
  | "forbidden_origin"
  | "json_needed"
  | "not_yours"
  | "no_such_game"
  | "no_such_player"
  | "no_such_puzzle"
  | "not_found"
  | "wrong_method"
  | "no_game_open"
  | "not_started"
  | "already_started"
  | "in_a_game"
  | "name_taken"
  | "game_full"
  | "own_game"
  | "not_invited"
  | "not_rated"
  | "rated_game_stays"
  | "no_such_invite"
  | "seat_kept"
  | "too_many_invites"
  | "already_challenged"
  | "blocked"
  | "chat_off"
  | "too_many_blocks"
  | "opponent_missing"
  | "too_many_games"
  | "not_your_turn"
  | "stale"
  | "out_of_range"
  | "cell_taken"
  | "wrong_board"
  | "wrong_mark"
  | "game_over"
  | "time_over"
  | "hints_unfair"
  | "not_finished"
  | "too_late_to_abort"
  | "no_offer"
  | "already_offered"
  | "nothing_to_take_back"
  | "wait_to_ask_again"
  | "no_clock"
  | "opponent_here"
  | "not_gone_long_enough"
  | "nothing_to_claim"
  | "rematch_declined"
  | "game_types_differ"
  | "opponent_left"
  | "called_off"
  | "too_many_requests"
  | "too_many_tries"
  | "too_much_talk"
  | "said_already"
  | "too_many_reports"
  | "too_many_pictures"
  | "logins_busy"
  | "too_many_connections"
  | "too_slow"
  | "silent"
  | "computer_busy"
  | "computer_away"
  | "voice_busy"
  | "voice_off"
  | "busy"
  | "storage_unavailable"
  | "shutting_down"
  | "internal";

/** The games there are; the words for them are the client's own. */
export const VARIANTS = [
  { name: "classic", rows: 3, cols: 3, inARow: 3, choosesMark: false, hasBoards: false, fewestRatedRounds: 2 },
  { name: "ultimate", rows: 9, cols: 9, inARow: 3, choosesMark: false, hasBoards: true, fewestRatedRounds: 1 },
  { name: "misere", rows: 3, cols: 3, inARow: 3, choosesMark: false, hasBoards: false, fewestRatedRounds: 2 },
  { name: "wild", rows: 3, cols: 3, inARow: 3, choosesMark: true, hasBoards: false, fewestRatedRounds: 2 },
  { name: "4x4", rows: 4, cols: 4, inARow: 4, choosesMark: false, hasBoards: false, fewestRatedRounds: 2 },
  { name: "6x6", rows: 6, cols: 6, inARow: 4, choosesMark: false, hasBoards: false, fewestRatedRounds: 2 },
  { name: "9x9", rows: 9, cols: 9, inARow: 5, choosesMark: false, hasBoards: false, fewestRatedRounds: 1 },
  { name: "gomoku", rows: 15, cols: 15, inARow: 5, choosesMark: false, hasBoards: false, fewestRatedRounds: 1 },
] as const;
