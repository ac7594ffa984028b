/** A process, file or Docker object that a run left behind. */
export interface Leftover {
  /** Kind and name, with the test file that made it. */
  description: string;
  remove(): Promise<unknown>;
}
