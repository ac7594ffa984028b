import { z } from 'zod';

const noteKey = 'strongroom.left';

/** A note for the sign-in screen about the previous session of this window. It contains no credential. */
const LeaveNote = z.strictObject({
  /** `locked`: the user or the idle time ended it; `ended`: something else did. */
  kind: z.enum(['locked', 'ended']),
  /** The account of the session; undefined if it no longer exists. */
  email: z.string().optional(),
  /** Full sentences. */
  reason: z.string(),
});
export type LeaveNote = z.infer<typeof LeaveNote>;

/** Stores the note across the reload, in this window only. */
export const writeLeaveNote = (note: LeaveNote): void => sessionStorage.setItem(noteKey, JSON.stringify(note));

/** Returns the note of the last session; undefined if there is none or it is not readable. */
export function readLeaveNote(): LeaveNote | undefined {
  try {
    return LeaveNote.safeParse(JSON.parse(sessionStorage.getItem(noteKey) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export const clearLeaveNote = (): void => sessionStorage.removeItem(noteKey);
