import { useStore } from 'zustand';
import { type Session, sessionStore } from './session.ts';

/** Who is signed in, or null. */
export const useSession = (): Session | null => useStore(sessionStore, (state) => state.session);
