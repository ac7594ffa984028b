import type { ShellApi } from '../../src-shared/shell-api.ts';

/** The API of the desktop shell; undefined in a browser. The preload script sets it before other scripts run. */
export const desktopShell: ShellApi | undefined = (globalThis as { strongroomShell?: ShellApi }).strongroomShell;
