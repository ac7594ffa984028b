import { z } from 'zod';

const noteKey = 'strongroom.left';

/** What the sign-in screen is told about the session that was in this window before. It holds no credential. */
const LeaveNote = z.strictObject({
  /** `locked`: the user or the idle time ended it; `ended`: something else did. */
  kind: z.enum(['locked', 'ended']),
  /** Whose session it was; undefined if that account no longer exists. */
  email: z.string().optional(),
  /** Full sentences. */
  reason: z.string(),
});
export type LeaveNote = z.infer<typeof LeaveNote>;

/** Keeps the note over the reload, in this window only. */
export const writeLeaveNote = (note: LeaveNote): void => sessionStorage.setItem(noteKey, JSON.stringify(note));

/** The note of the last session; undefined if there is none or it is not readable. */
export function readLeaveNote(): LeaveNote | undefined {
  try {
    return LeaveNote.safeParse(JSON.parse(sessionStorage.getItem(noteKey) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export const clearLeaveNote = (): void => sessionStorage.removeItem(noteKey);
