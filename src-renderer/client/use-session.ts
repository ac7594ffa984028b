import { useStore } from 'zustand';
import { sessionStore } from './session.ts';

/** Who is signed in, or null. */
export const useSession = () => useStore(sessionStore, (state) => state.session);
