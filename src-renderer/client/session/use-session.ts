import { useStore } from 'zustand';
import { type Session, sessionStore } from './session.ts';

/** Returns the session of this window, or null. */
export const useSession = (): Session | null => useStore(sessionStore, (state) => state.session);
