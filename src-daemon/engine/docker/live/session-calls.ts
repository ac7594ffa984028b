import { AppError } from '../../../core/app-error.ts';
import { type Language, requireLanguage } from '../../languages/languages.ts';
import type { LiveSandbox } from '../../live-sandbox.ts';
import { hasKernel, kernelCommand, liveEnvironment } from '../../protocol/kernel-command.ts';
import {
  listEntries,
  makeFolder,
  moveEntry,
  readSessionUsage,
  removeEntry,
  statEntry,
} from '../../protocol/session/entries.ts';
import { readSessionFile, watchFolder, writeSessionFile } from '../../protocol/session/files.ts';
import { startProcess } from '../../protocol/session/process.ts';
import type { Session } from '../../protocol/session/session.ts';

type SessionCalls = Omit<LiveSandbox, 'ended' | 'startupMs' | 'pause' | 'resume' | 'dispose'>;

/**
 * Returns the calls of a live sandbox that are channels of its session.
 * @param added variables of all its programs
 */
export function sessionCalls(
  session: Session,
  language: Language,
  added: Readonly<Record<string, string>> = {},
): SessionCalls {
  return {
    startProcess: async (options, listener) =>
      startProcess(session, 'p', {
        ...options,
        env: { ...liveEnvironment(language), ...added, ...options.env },
        listener,
      }),
    startKernel: async ({ language: id, env, cwd }, listener) => {
      const of = requireLanguage(id);
      if (!hasKernel(of)) throw withoutKernel(of);
      return startProcess(session, 'k', { ...kernelCommand(of, env, added), cwd, listener });
    },
    stat: async (path) => statEntry(session, path),
    list: async (path, depth) => listEntries(session, path, depth),
    makeFolder: async (path) => makeFolder(session, path),
    move: async (from, target, { replaces }) => moveEntry(session, from, { target, replaces }),
    remove: async (path) => removeEntry(session, path),
    readFile: async (path, range) => readSessionFile(session, path, range),
    writeFile: async (path, chunks, options) => writeSessionFile(session, path, { ...options, chunks }),
    watch: async (path, options) => watchFolder(session, path, options),
    usage: async () => readSessionUsage(session),
  };
}

function withoutKernel({ name }: Language): AppError {
  const message = `${name} has no contexts: a sandbox can run its programs as processes only.`;
  return new AppError('invalid_request', message, { details: [{ path: 'language', message }] });
}
