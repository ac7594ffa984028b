/** A process, file or Docker object that a run left behind. */
export interface Leftover {
  /** Kind and name, with the test file that made it. */
  description: string;
  remove(): Promise<unknown>;
  /** Returns true for an error of `remove` by which the engine contradicts itself: no test can leave that behind. */
  isFaultOfEngine?(error: unknown): Promise<boolean>;
}
