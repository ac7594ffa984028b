import { z } from 'zod';
import { sessionStore } from '../../../client/session/session.ts';
import { defineSessionStore } from '../../../client/session/session-scope.ts';

/** Days between reminders of a backup; 0 for none. */
export const reminderDays = [7, 30, 90, 0] as const;
const defaultDays = 30;
const dayMs = 86_400_000;

/** Times that this browser remembers about the backups of an account. */
const BackupNote = z.object({
  /** Time of the last complete backup from this browser, epoch ms. */
  lastAt: z.number().optional(),
  /** Time at which the reminder was put off, epoch ms. */
  laterAt: z.number().optional(),
  days: z.literal(reminderDays).default(defaultDays),
});
export type BackupNote = z.infer<typeof BackupNote>;

/** Returns true if the last backup, and the last time that the reminder was put off, are longer ago than the chosen days. */
export function isBackupDue({ lastAt = 0, laterAt = 0, days }: BackupNote, now: number): boolean {
  return days > 0 && now - Math.max(lastAt, laterAt) > days * dayMs;
}

interface BackupState {
  note: BackupNote;
  change(patch: Partial<BackupNote>): void;
}

/** The note of the account that is logged in. */
export const useBackupNote = defineSessionStore<BackupState>((set, get) => ({
  note: read(),
  change(patch) {
    const note = { ...get().note, ...patch };
    write(note);
    set({ note });
  },
}));

const storageKey = () => `strongroom.backup.${sessionStore.getState().session?.user.id ?? 0}`;

/** A browser can refuse its storage: the reminder then comes back with the next login. */
function read(): BackupNote {
  try {
    return BackupNote.parse(JSON.parse(localStorage.getItem(storageKey()) ?? '{}'));
  } catch {
    return { days: defaultDays };
  }
}

function write(note: BackupNote): void {
  try {
    localStorage.setItem(storageKey(), JSON.stringify(note));
  } catch {
    // See `read`.
  }
}
