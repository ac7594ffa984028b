import { AppError } from '../../errors/app-error.ts';
import { hasKernel, kernelCommand, liveEnvironment } from '../guest/kernel-command.ts';
import { createCallSlots } from '../guest/session/call-slots.ts';
import {
  listEntries,
  makeFolder,
  moveEntry,
  readSessionUsage,
  removeEntry,
  statEntry,
} from '../guest/session/entries.ts';
import { readSessionFile, watchFolder, writeSessionFile } from '../guest/session/files.ts';
import { startProcess } from '../guest/session/process.ts';
import type { GuestSession } from '../guest/session/session.ts';
import { type Language, requireLanguage } from '../languages/languages.ts';
import type { LiveSandbox } from '../live-sandbox.ts';

/** Operations on files at the same time: they leave channels to processes and contexts. */
const slotOptions = { max: 24, waitMs: 5000 };

type SessionCalls = Omit<LiveSandbox, 'ended' | 'startupMs' | 'pause' | 'resume' | 'dispose'>;

/**
 * Returns the calls of a live sandbox that are channels of its session.
 * @param added variables of all its programs
 */
export function sessionCalls(
  session: GuestSession,
  language: Language,
  added: Readonly<Record<string, string>> = {},
): SessionCalls {
  const { acquire, during } = createCallSlots(slotOptions);
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
    stat: (path) => during(() => statEntry(session, path)),
    list: (path, depth) => during(() => listEntries(session, path, depth)),
    makeFolder: (path) => during(() => makeFolder(session, path)),
    move: (from, target, { replaces }) => during(() => moveEntry(session, from, { target, replaces })),
    remove: (path) => during(() => removeEntry(session, path)),
    async readFile(path, range) {
      const releaseSlot = await acquire();
      try {
        const { entry, chunks, ended } = await readSessionFile(session, path, range);
        void ended.then(releaseSlot);
        return { entry, chunks };
      } catch (error) {
        releaseSlot();
        throw error;
      }
    },
    writeFile: (path, chunks, options) => during(() => writeSessionFile(session, path, { ...options, chunks })),
    watch: async (path, options) => watchFolder(session, path, options),
    usage: async () => readSessionUsage(session),
  };
}

function withoutKernel({ name }: Language): AppError {
  const message = `${name} has no contexts: a sandbox can run its programs as processes only.`;
  return new AppError('invalid_request', message, { details: [{ path: 'language', message }] });
}
