import type { QuickApi, ShellApi } from '../../src-shared/shell-api.ts';

// The preload script sets them before other scripts run.
const page = globalThis as { strongroomShell?: ShellApi; strongroomQuick?: QuickApi };

/** The API of the desktop shell in the main window; undefined in a browser and in the quick run window. */
export const desktopShell: ShellApi | undefined = page.strongroomShell;

/** The API of the desktop shell in the quick run window; undefined in every other window. */
export const quickShell: QuickApi | undefined = page.strongroomQuick;

/** True in each window of the desktop app, which opens no other site and reaches the daemon through the shell. */
export const isDesktopWindow = desktopShell !== undefined || quickShell !== undefined;
