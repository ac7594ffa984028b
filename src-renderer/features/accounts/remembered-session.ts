import type { Login } from '../../../src-shared/contracts/accounts.contract.ts';
import {
  challengeShell,
  forgetKeptSession,
  keepSession,
  restoreSession,
  type ShellProof,
  type ShellPurpose,
} from '../../../src-shared/contracts/remembered.contract.ts';
import type { ShellApi } from '../../../src-shared/shell-api.ts';
import { ApiError, asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { desktopShell } from '../../client/desktop-shell.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';

const choiceKey = 'strongroom.remember';
/** Key of the query that reads whether the daemon remembers a session of this account. */
export const rememberedKey = ['remembered'];

/** Returns true if "Remember me" was selected at the last login. */
export const wasRememberChosen = (): boolean => localStorage.getItem(choiceKey) === 'yes';

/**
 * Makes the daemon remember the session of this window, or forget it.
 * @throws ApiError
 */
export async function rememberSession(shell: ShellApi, remembered: boolean): Promise<void> {
  localStorage.setItem(choiceKey, remembered ? 'yes' : 'no');
  try {
    if (remembered) await keep(shell);
    else await call(forgetKeptSession, {});
  } finally {
    // The Settings screen may have asked before this request reached the daemon.
    await sessionQueries().invalidateQueries({ queryKey: rememberedKey });
  }
}

async function keep(shell: ShellApi): Promise<void> {
  const body = await prove(shell, 'keep');
  if (body === undefined)
    throw new ApiError(
      'shell_not_proven',
      'The app could not prove to the daemon that it is the installed app. Restart the app and try again.',
    );
  await call(keepSession, { body });
}

let attempt: Promise<Login | string | undefined> | undefined;

/**
 * Restores the remembered session. Returns a message if that fails, and undefined if no session is remembered. Calls
 * during a restore share its result.
 */
export function restoreRememberedSession(): Promise<Login | string | undefined> {
  if (desktopShell === undefined) return Promise.resolve(undefined);
  attempt ??= restore(desktopShell).finally(() => {
    attempt = undefined;
  });
  return attempt;
}

async function restore(shell: ShellApi): Promise<Login | string | undefined> {
  try {
    const body = await prove(shell, 'restore');
    return body && (await call(restoreSession, { body }));
  } catch (error) {
    const { code, message } = asApiError(error);
    return code === 'nothing_remembered' ? undefined : `You could not be logged in automatically. ${message}`;
  }
}

async function prove(shell: ShellApi, purpose: ShellPurpose): Promise<ShellProof | undefined> {
  const { challenge } = await call(challengeShell, {});
  const proof = await shell.prove({ purpose, challenge });
  return proof === null ? undefined : { challenge, proof };
}
