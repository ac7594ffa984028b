import { leaveSession } from '../../client/session/leave-session.ts';

/** Locks this window: its session ends, and the sign-in screen says why. `reason` is a full sentence. */
export const lock = (reason: string): Promise<void> => leaveSession({ kind: 'locked', reason });
