import { defineSessionStore } from '../../client/session/session-scope.ts';

/** Id of an earlier run that a dialog shows on any screen. */
export const useShownRun = defineSessionStore<{ id: string | undefined }>(() => ({ id: undefined }));

/** Shows a run in a dialog. */
export const showRun = (id: string): void => useShownRun.setState({ id });
