/** Reason why no daemon runs, with its message. */
export interface Problem {
  code: ProblemCode;
  /** Message for the user, from the daemon or from the shell. */
  message: string;
}

export type ProblemCode =
  | 'newer_daemon'
  | 'older_daemon'
  | 'exposed_run_file'
  | 'already_running'
  | 'port_taken'
  | 'crash_loop'
  | 'not_built'
  /** The daemon reports the reason why it does not start. */
  | 'refused';

export const problemTitles: Record<ProblemCode, string> = {
  newer_daemon: 'A newer Strongroom is running',
  older_daemon: 'An older Strongroom is running',
  exposed_run_file: 'The note of the running daemon cannot be trusted',
  already_running: 'Another Strongroom uses this data folder and does not answer',
  port_taken: 'The port is taken',
  crash_loop: 'Strongroom stopped several times',
  not_built: 'Strongroom is not complete',
  refused: 'Strongroom did not start',
};
