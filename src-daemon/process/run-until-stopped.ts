import { DatabaseError } from '../db/database-error.ts';
import { ListenError } from '../http/server/listen.ts';
import { askPassphrase } from '../keystore/ask-passphrase.ts';
import { KeyStoreError } from '../keystore/key-store.ts';
import { nameSources } from '../logging/source-stack.ts';
import { startWatchdog } from '../watchdog/start-watchdog.ts';
import { type Config, ConfigError } from './config.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { DataFolderError } from './data-folder.ts';
import { NodeVersionError } from './find-app.ts';
import { startMemoryTrim } from './memory-trim.ts';
import { printLine, printMessage } from './process-output.ts';
import { runSelfCheck } from './self-check.ts';
import { stopOnRequest } from './stop-on-request.ts';
import { explainStorageFailure } from './storage-failure.ts';
import { limitYoungGeneration } from './young-generation.ts';

/**
 * The life of the daemon's process: starts, says so in one JSON line on stdout, and ends on SIGTERM, SIGINT or the
 * message `stop` of whoever started it. Words for people go to stderr. Exits with 1, and says why, when it cannot start.
 */
export async function runUntilStopped(readConfig: () => Config): Promise<void> {
  try {
    const config = readConfig();
    const daemon = await startWithPassphrase(config);
    // Not before: until here a signal ends the process at once, and nothing untrusted has reached it.
    startWatchdog({
      logDir: config.logDir,
      appRoot: config.appRoot,
      onFailure: (error) => daemon.log.error({ err: error }, 'the watchdog failed: the daemon serves without it'),
    });
    startMemoryTrim();
    limitYoungGeneration();
    stopOnRequest(daemon);
    // Not before: a signal would end the process at once and leave the run file.
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

/** A passphrase that is missing is asked for, where somebody is there to answer. */
async function startWithPassphrase(config: Config): Promise<Daemon> {
  try {
    return await startDaemon(config);
  } catch (error) {
    const canAsk = error instanceof KeyStoreError && error.reason === 'passphrase_missing' && process.stdin.isTTY;
    if (!canAsk) throw error;
  }
  return startDaemon({ ...config, passphrase: await askPassphrase() });
}

/** One line for a program that started this one, words for people. */
function explainFailure(error: unknown): void {
  const url = error instanceof DataFolderError ? error.url : undefined;
  printLine({ ready: false, error: codeOf(error), ...(url !== undefined && { url }) });
  printMessage(messageOf(error));
}

/** Errors whose `reason` is the code of the line. */
const withReason = [DataFolderError, DatabaseError, KeyStoreError, ListenError, NodeVersionError];

function codeOf(error: unknown): string {
  if (error instanceof ConfigError) return 'bad_flag';
  return withReason.some((kind) => error instanceof kind) ? (error as { reason: string }).reason : 'internal';
}

/** Faults that a user can mend are told in their own words; the rest is a bug and told whole. */
function messageOf(error: unknown): string {
  const isExpected = [ConfigError, ...withReason].some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return 'The daemon did not start.';
  if (isExpected) return error.message;
  return explainStorageFailure(error) ?? `The daemon did not start: ${nameSources(error.stack ?? error.message)}`;
}
