import { DatabaseError } from '../db/database-error.ts';
import { ConfigError } from '../errors/config-error.ts';
import { ListenError } from '../http/server/listen.ts';
import { askPassphrase } from '../keystore/ask-passphrase.ts';
import { KeyStoreError } from '../keystore/key-store.ts';
import { nameSources } from '../logging/source-stack.ts';
import { startWatchdog } from '../watchdog/start-watchdog.ts';
import type { Config } from './config.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { DataFolderError } from './data-folder.ts';
import { NodeVersionError } from './find-app.ts';
import { startMemoryTrim } from './memory-trim.ts';
import { PrivateFolderError } from './private-folder.ts';
import { printLine, printMessage } from './process-output.ts';
import { runSelfCheck } from './self-check.ts';
import { stopOnRequest } from './stop-on-request.ts';
import { explainStorageFailure } from './storage-failure.ts';
import { limitYoungGeneration } from './young-generation.ts';

/**
 * Runs the daemon until SIGTERM, SIGINT or the message `stop` of its parent process. Reports the start in one JSON line
 * on stdout; messages for people are written to stderr. Exits with 1 and a message if the daemon cannot start.
 */
export async function runUntilStopped(readConfig: () => Config): Promise<void> {
  try {
    const config = readConfig();
    const daemon = await startWithPassphrase(config);
    // Started only now: until here a signal ends the process at once, and it has read no untrusted data.
    startWatchdog({
      logDir: config.logDir,
      appRoot: config.appRoot,
      onFailure: (error) => daemon.log.error({ err: error }, 'the watchdog failed: the daemon serves without it'),
    });
    startMemoryTrim();
    limitYoungGeneration();
    stopOnRequest(daemon);
    // Announced only now: an earlier signal would end the process and leave the run file.
    daemon.announce();
    printLine({ ready: true, url: daemon.url, version: config.version, pid: process.pid });
    for (const warning of daemon.warnings) printMessage(warning);
    const core = await daemon.unlocked;
    for (const warning of core.warnings) printMessage(warning);
    if (config.selfCheck) printLine(await runSelfCheck(core.engine));
  } catch (error) {
    explainFailure(error);
    process.exitCode = 1;
  }
}

/** Asks for a missing passphrase if stdin is a terminal. */
async function startWithPassphrase(config: Config): Promise<Daemon> {
  try {
    return await startDaemon(config);
  } catch (error) {
    const canAsk = error instanceof KeyStoreError && error.reason === 'passphrase_missing' && process.stdin.isTTY;
    if (!canAsk) throw error;
  }
  return startDaemon({ ...config, passphrase: await askPassphrase() });
}

/** Writes one JSON line for the parent process and a message for people. */
function explainFailure(error: unknown): void {
  const holder = error instanceof DataFolderError ? error.holder : {};
  // JSON leaves undefined fields out.
  printLine({ ready: false, error: codeOf(error), url: holder.url, pid: holder.pid });
  printMessage(messageOf(error));
}

/** Errors whose `reason` is the code of the JSON line. */
const withReason = [DataFolderError, DatabaseError, KeyStoreError, ListenError, NodeVersionError, PrivateFolderError];

function codeOf(error: unknown): string {
  if (error instanceof ConfigError) return 'bad_flag';
  return withReason.some((kind) => error instanceof kind) ? (error as { reason: string }).reason : 'internal';
}

/** Returns the message of an error that a user can fix; any other error is a bug and is returned with its stack. */
function messageOf(error: unknown): string {
  const isExpected = [ConfigError, ...withReason].some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return 'The daemon did not start.';
  if (isExpected) return error.message;
  return explainStorageFailure(error) ?? `The daemon did not start: ${nameSources(error.stack ?? error.message)}`;
}
