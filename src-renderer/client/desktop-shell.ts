import type { ShellApi } from '../../src-shared/shell-api.ts';

/** The desktop shell around this window; undefined in a browser. Its preload script puts it there before all else. */
export const desktopShell: ShellApi | undefined = (globalThis as { strongroomShell?: ShellApi }).strongroomShell;
