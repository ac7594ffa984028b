import type { ReadStream, WriteStream } from 'node:tty';

/** Arguments, environment and streams of the process. Commands read them from here only. */
export interface Surroundings {
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  stdin: ReadStream;
  stdout: WriteStream;
  stderr: WriteStream;
  /** Version of this command. */
  version: string;
  /** The lowest version of Node without known security holes. */
  lowestNode: string;
  /** Folder of package.json and out/. */
  appRoot: string;
  /** Loads a module by its URL. */
  importModule(url: string): Promise<unknown>;
  /** Gets the name of the command before it runs, such as `sandbox exec`. */
  onCommand?(name: string): void;
}
