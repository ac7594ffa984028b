import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { type TestUser, testDaemonOfFile } from '../support/daemon/test-daemon.ts';
import { until } from '../support/until.ts';

export const cliBundle = join(import.meta.dirname, '../../out/cli/index.cjs');

export interface CommandResult {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  /** The text of stdin, which is empty and closed if absent. */
  input?: string | Uint8Array;
  env?: Record<string, string>;
}

/** The places of one command line: config in a temporary folder, no keychain, nothing of this machine's own. */
export function commandIn(folder: string, dataDir: string) {
  const base = {
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  };

  function start(args: string[], { input = '', env = {} }: CommandOptions = {}) {
    return execa(process.execPath, ['--', cliBundle, '--data-dir', dataDir, ...args], {
      input,
      env: { ...base, ...env },
      reject: false,
      stripFinalNewline: false,
      cwd: folder,
    });
  }

  return {
    folder,
    dataDir,
    env: base,
    start,
    run: async (args: string[], options: CommandOptions = {}): Promise<CommandResult> => {
      const { exitCode, stdout, stderr } = await start(args, options);
      return { exitCode, stdout, stderr };
    },
  };
}

export type TestCommand = ReturnType<typeof commandIn>;

/** A temporary folder for one test file. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'cli-'));
}

/** The command with a real daemon of this file, and with a new account's key in its environment. */
export function commandWithDaemon() {
  const daemon = testDaemonOfFile();
  const folder = temporaryFolder();
  return {
    daemon,
    folder,
    async forNewUser(): Promise<{ user: TestUser; command: TestCommand }> {
      const user = await daemon().newUser();
      // After 2 s, a run says that it waits for the engine.
      await until(() => daemon().core.engine.status().status !== 'starting');
      const command = commandIn(folder, daemon().config.dataDir);
      const withKey = (options: CommandOptions = {}) => ({
        ...options,
        env: { STRONGROOM_API_KEY: user.apiKey, ...options.env },
      });
      return {
        user,
        command: {
          ...command,
          start: (args, options) => command.start(args, withKey(options)),
          run: (args, options) => command.run(args, withKey(options)),
        },
      };
    },
  };
}
