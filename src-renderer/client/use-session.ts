import { useStore } from 'zustand';
import { sessionStore } from './session.ts';

/** The session that the daemon ended, or null. */
export const useEndedSession = () => useStore(sessionStore, (state) => state.ended);

/** Who is signed in, or null. */
export const useSession = () => useStore(sessionStore, (state) => state.session);
