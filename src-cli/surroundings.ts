import type { ReadStream, WriteStream } from 'node:tty';

/** What the process was started with: the only place where a command meets its environment. */
export interface Surroundings {
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  stdin: ReadStream;
  stdout: WriteStream;
  stderr: WriteStream;
  /** Of this command. */
  version: string;
  /** The lowest version of Node without known security holes. */
  lowestNode: string;
  /** Where package.json and out/ are. */
  appRoot: string;
}
