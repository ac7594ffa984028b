import { realpathSync, statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { watch } from 'chokidar';
import { isHistory } from '../../../src-shared/formats/ignore-rules.ts';
import { CliError } from '../../cli-error.ts';
import { isFolder } from '../../input/is-folder.ts';
import { collectFolder } from '../../project/collect-folder.ts';
import { exitCodesOfSignals, onSignals } from '../../signals/on-signals.ts';
import type { Tools } from '../../toolbox.ts';

/** Editors write a file in several steps, and a branch is checked out file by file. */
const quietMs = 150;

interface Watched {
  /** Files and folders; a folder without what its ignore files name. */
  paths: readonly string[];
  /** Folder of the results. */
  except: string | undefined;
  /** Runs the program once; `signal` cancels the run. */
  runOnce: (signal: AbortSignal) => Promise<void>;
}

/**
 * Runs a program, and again after each change of its files, until a signal arrives. A change cancels the run in progress. An
 * error of a run is reported, and the next change starts another one.
 */
export async function runWatching({ reporter }: Tools, { paths, except, runOnce }: Watched): Promise<void> {
  const say = (text: string) => reporter.isJson || reporter.say(`strongroom: ${text}`);
  let run = new AbortController();
  let wake: () => void = () => undefined;
  let endCode: number | undefined;
  const interrupt = () => {
    run.abort();
    wake();
  };
  const stopSignals = onSignals((signal) => {
    endCode ??= exitCodesOfSignals[signal];
    interrupt();
  });
  let seen = stateOf(paths, except);
  const changes = onChanges(paths, except, () => {
    if (stateOf(paths, except) !== seen) interrupt();
  });
  try {
    while (endCode === undefined) {
      run = new AbortController();
      seen = stateOf(paths, except);
      await runOnce(run.signal).catch((error: unknown) => {
        if (!run.signal.aborted) reporter.failure(error);
      });
      if (!run.signal.aborted) {
        say('waiting for a change; Ctrl+C ends');
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        // The files may have changed after the run was cancelled, or while it ended.
        if (stateOf(paths, except) === seen) await woken;
      }
      if (endCode === undefined) say('the files have changed, running again');
    }
  } finally {
    stopSignals();
    await changes.close();
  }
  process.exitCode = endCode;
}

/** @throws CliError if the program cannot be watched, or a run would change what is watched */
export function requireWatchable(path: string, out: string | undefined): void {
  const reason =
    path === '-' ? 'stdin can be read only once' : path.startsWith('vault:') ? 'it has no file' : undefined;
  if (reason !== undefined) throw new CliError('usage', `--watch cannot be used with ${path}: ${reason}.`);
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new CliError('file_error', `${path}: the file does not exist.`);
  const upwards = out === undefined || !isFolder(path) ? undefined : relative(realpathSync(path), resolve(out));
  if (upwards === '' || upwards?.split(/[/\\]/).every((name) => name === '..'))
    throw new CliError(
      'usage',
      `--watch would run again when results are saved in ${out}. Use a folder of their own for --out.`,
    );
}

function onChanges(paths: readonly string[], except: string | undefined, onChange: () => void) {
  const leftOut = new Set(paths.filter(isFolder).flatMap((path) => [...leftOutOf(path, except)]));
  const isIgnored = (path: string) => leftOut.has(path) || isHistory(basename(path));
  const watcher = watch(paths.map(realPathOf), { ignoreInitial: true, followSymlinks: false, ignored: isIgnored });
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, quietMs);
  });
  return {
    close(): Promise<void> {
      clearTimeout(timer);
      return watcher.close();
    },
  };
}

/** The file of --env-file, for example, may not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function leftOutOf(folder: string, except: string | undefined): ReadonlySet<string> {
  try {
    return collectFolder(folder, { except }).leftOut;
  } catch {
    // The run reports the error.
    return new Set();
  }
}

/** Returns a text that changes with the files. */
function stateOf(paths: readonly string[], except: string | undefined): string {
  return JSON.stringify(paths.map((path) => stateOfPath(path, except)));
}

function stateOfPath(path: string, except: string | undefined): unknown {
  try {
    if (isFolder(path))
      return collectFolder(path, { except }).files.map((file) => [file.path, file.size, file.modifiedAt]);
    const { size, mtimeMs, ino } = statSync(path);
    return [size, mtimeMs, ino];
  } catch (error) {
    return error instanceof CliError ? error.message : 'none';
  }
}
