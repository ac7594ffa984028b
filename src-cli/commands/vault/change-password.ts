import type { Command } from 'commander';
import { verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { isScriptDraft, listDrafts } from '../../../src-shared/contracts/drafts.contract.ts';
import { beginReseal, cancelReseal, commitReseal, putResealed } from '../../../src-shared/contracts/reseal.contract.ts';
import { type EncryptedCodeMetadata, listCode, readCode } from '../../../src-shared/contracts/vault.contract.ts';
import { isPassword, newPasswordMinBytes } from '../../../src-shared/zk/password-bytes.ts';
import { deriveCodeKey, openCode, sealCodeWith, ZKOpenError } from '../../../src-shared/zk/zk-code.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { withSessionOf } from '../../connection/with-session.ts';
import { askHiddenLines } from '../../output/ask.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { argon2id } from '../../vault/argon2id.ts';
import { requirePassword } from '../../vault/master-password.ts';

const questions = [
  'Password of your account: ',
  'Current master password: ',
  'New master password: ',
  'New master password once more: ',
];

interface Flags {
  leaveOthers?: boolean;
}

/** Adds `strongroom vault passwd`. */
export function addChangePassword(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('passwd')
    .description('change the master password: every script is encrypted again, all of them or none')
    .option('--leave-others', 'leave scripts as they are that the current password does not decrypt')
    .addHelpText(
      'after',
      `
Examples:
  strongroom vault passwd

Asks for the password of your account, the current master password, and the new one twice; without a terminal they are the first four lines of stdin. Earlier revisions are deleted, because the current password decrypts them. Exports and backups that you made keep it.`,
    )
    .action(async (flags: Flags) => {
      const tools = toolsOf(command);
      const { user } = await (await tools.connector.connect()).call(verify, { body: {} });
      const [password = '', current = '', next = '', again] = await askHiddenLines(tools.surroundings, questions);
      requirePassword(current);
      if (next !== again) throw new CliError('usage', 'The two new passwords differ; nothing was changed. Try again.');
      if (!isPassword(next, newPasswordMinBytes))
        throw new CliError('usage', `The new master password must have at least ${newPasswordMinBytes} characters.`);
      const done = await withSessionOf(tools, { email: user.email, password }, (session) =>
        change(tools, session, { current, next, leavesOthers: flags.leaveOthers ?? false }),
      );
      await tools.reporter.result(done, `The master password is changed: ${countOf(done.code)} encrypted with it\n`);
    });
}

interface Change {
  current: string;
  next: string;
  leavesOthers: boolean;
}

/** Sends every script sealed under the new password, then replaces all at once. Whatever fails leaves all as they were. */
async function change({ reporter }: Tools, session: ApiClient, requested: Change) {
  await requireNoDrafts(session);
  const { code: scripts } = await session.call(listCode, {});
  const { id } = await session.call(beginReseal, {});
  try {
    const otherPassword: string[] = [];
    const key = await deriveCodeKey(argon2id, requested.next);
    for (const [index, script] of scripts.entries()) {
      reporter.progress(`Encrypting ${index + 1} of ${scripts.length} …`);
      const { encryptedPayload } = await session.call(readCode, { params: { name: script.name } });
      const code = await openOrLeave(script, () => openCode(argon2id, requested.current, encryptedPayload), requested);
      if (code === undefined) otherPassword.push(script.name);
      else
        await session.call(putResealed, {
          params: { id, name: script.name },
          body: { revision: script.revision, encryptedPayload: sealCodeWith(key, code) },
        });
    }
    key.encryptionKey.fill(0);
    return await session.call(commitReseal, { params: { id }, body: { otherPassword } });
  } finally {
    // After the commit there is nothing left to cancel.
    await session.call(cancelReseal, { params: { id } }).catch(() => undefined);
  }
}

/** Drafts of scripts are encrypted with the current password. @throws CliError */
async function requireNoDrafts(session: ApiClient): Promise<void> {
  const { drafts } = await session.call(listDrafts, {});
  if (!drafts.some(({ id }) => isScriptDraft(id))) return;
  throw new CliError('usage', 'A script has unsaved changes in the interface. Save or discard them there first.');
}

/** Returns the code; undefined if another password seals it and it shall stay. @throws CliError */
async function openOrLeave(
  { name }: EncryptedCodeMetadata,
  open: () => Promise<string>,
  { leavesOthers }: Change,
): Promise<string | undefined> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ZKOpenError)) throw error;
    if (leavesOthers) return undefined;
    const message = `The current master password does not decrypt ${name}; nothing was changed. If another password encrypts it, use --leave-others.`;
    throw new CliError('failed', message);
  }
}

const countOf = (count: number) => (count === 1 ? '1 script is' : `${count} scripts are`);
