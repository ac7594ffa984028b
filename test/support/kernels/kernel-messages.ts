/** Rich output: media types and their content as text. */
export type MediaBundle = Readonly<Record<string, string>>;

/** The messages of KERNELS.md. */
export type KernelMessage =
  | { readonly type: 'ready' }
  | {
      readonly type: 'display';
      readonly id: number;
      readonly data: MediaBundle;
      readonly displayId?: string;
      readonly metadata?: object;
    }
  | { readonly type: 'clear_output'; readonly id: number; readonly wait: boolean }
  | { readonly type: 'update_display'; readonly id: number; readonly data: MediaBundle; readonly displayId: string }
  | { readonly type: 'result'; readonly id: number; readonly data: MediaBundle }
  | ({ readonly type: 'error'; readonly id: number } & CellError)
  | { readonly type: 'done'; readonly id: number; readonly status: CellStatus; readonly exitCode?: number }
  | ({ readonly type: 'complete'; readonly id: number } & Completion)
  | ({ readonly type: 'inspect'; readonly id: number } & Inspection);

export type CellStatus = 'ok' | 'error' | 'interrupted';

export interface CellError {
  readonly name: string;
  readonly message: string;
  readonly traceback: string;
}

export interface Completion {
  readonly matches: readonly string[];
  /** The range of the code, in UTF-16 units, that a match replaces. */
  readonly start: number;
  readonly end: number;
}

export interface Inspection {
  readonly found: boolean;
  readonly data?: MediaBundle;
}

/** The messages and the output of one cell. */
export interface CellOutcome {
  readonly status: CellStatus;
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly displays: readonly MediaBundle[];
  readonly result: MediaBundle | undefined;
  readonly error: CellError | undefined;
  /** All messages of the cell, in order. */
  readonly messages: readonly KernelMessage[];
}
