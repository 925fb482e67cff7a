/** The error of a method: `code` as guides/service.md lists it. */
export class FerzError extends Error {
  code: number;
  data: { messages?: Message[]; why?: Why; parameter?: string };
}

/** A position under the names that users of ffish.js know. */
export interface Board {
  /** Ends the session; the board cannot be used after it. */
  delete(): void;
  variant(): string;
  fen(): string;
  /** Separated by blanks. */
  legalMoves(): string;
  numberLegalMoves(): number;
  /** False where the move is not legal. */
  push(move: string): boolean;
  /** How many of these moves, separated by blanks, were played before one was not legal. */
  pushMoves(moves: string): number;
  pop(): void;
  reset(): void;
  setFen(fen: string): void;
  moveStack(): string;
  gamePly(): number;
  fullmoveNumber(): number;
  halfmoveClock(): number;
  /** Whether the first player is to move. */
  turn(): boolean;
  isCheck(): boolean;
  isGameOver(): boolean;
  /** `1-0`, `0-1`, `1/2-1/2`, `*`; where more than two play, the name of who has won. */
  result(): string;
  /** The types in the first (true) or the second player's hand, such as `PPN`. */
  pocket(first: boolean): string;
  isCapture(move: string): boolean;
  givesCheck(move: string): boolean;
  /** Counts the sequences of so many plies. */
  perft(depth: number): number;
  /** Why a move is legal or not; without a move, why the game is over or not. */
  why(move?: string): Why;
  toSVG(picture?: Picture): string;
  /** This thread waits meanwhile. */
  search(limits?: Omit<Methods['search']['params'], 'session'>): Methods['search']['result'];
  /** What `load` said of the rules, and the position as `position` gives it. */
  readonly loaded: Methods['load']['result'];
  readonly position: Position;
}

export interface Ferz {
  call<M extends keyof Methods>(method: M, params?: Methods[M]['params']): Methods[M]['result'];
  Board: new (variant?: string, fen?: string, settings?: Settings) => Board;
  /** Separated by blanks. */
  variants(): string;
  startingFen(variant: string): string;
  twoBoards(variant: string): boolean;
  /** 1, or what is wrong. */
  validateFen(fen: string, variant: string): 1 | string;
  /** Reads the text of a game as NAME.yaml; `new Board('NAME.yaml')` plays it. */
  loadVariantText(name: string, text: string): Methods['check']['result'];
}

/** The name of a notification and its parameters: where one looks at the name, the parameters have its type. */
export type Notification = { [N in keyof Notifications]: [method: N, params: Notifications[N]] }[keyof Notifications];
type Listener = (...notification: Notification) => void;

export interface Options {
  /** False leaves out the games of the package. */
  games?: boolean;
  /** Texts of one's own by the names of their files. */
  files?: Record<string, string>;
  /** What is otherwise read beside the package. */
  module?: WebAssembly.Module;
  gameFiles?: Record<string, string>;
}

/** Ferz in this thread. */
export function start(options?: Options & { notify?: Listener }): Promise<Ferz>;

export interface Client {
  call<M extends keyof Methods>(method: M, params?: Methods[M]['params']): Promise<Methods[M]['result']>;
  /** Returns a function that ends it. */
  listen(f: Listener): () => void;
  /** Tells everybody who listens. */
  tell: Listener;
  /** Puts a file where rules are read, such as `/mine/x.yaml`. */
  put(path: string, text: string): void;
  /** Ends all workers. */
  close(): void;
}

/** Ferz in workers: a search stops nobody. */
export function connect(options?: Options & {
  /** Called with each file that a method has written. */
  onWrite?: (name: string, text: string) => void;
  openWorker?: () => unknown;
}): Promise<Client>;
