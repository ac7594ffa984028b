import { setImmediate } from 'node:timers/promises';
import { codeNameRule, isCodeName } from '../../../../src-shared/formats/code-name.ts';
import { sealCode } from '../../../../src-shared/zk/zk-code.ts';
import type { ZKPayload } from '../../../../src-shared/zk/zk-payload.ts';
import type { Connect } from '../daemon/connect.ts';
import type { Editor, EditorDocument } from '../editor/editor.ts';
import { CommandFailure, Dismissed, requireAnswer } from '../failure.ts';
import { chooseLanguage } from '../run/find-language.ts';
import { argon2id } from './argon2id.ts';
import { askNewPassword } from './ask-password.ts';

const title = 'Save to the Vault';

interface SaveContext {
  editor: Editor;
  connect: Connect;
}

/**
 * Encrypts code under a master password in the editor and stores it: neither the code nor the password reaches the daemon.
 * @throws CommandFailure, Dismissed
 */
export async function saveScript(
  { editor, connect }: SaveContext,
  document: EditorDocument,
  code: string,
): Promise<void> {
  const daemon = await connect();
  const scripts = await daemon.vault.list();
  const language = await chooseLanguage(editor, daemon, document);
  const name = requireAnswer(
    await editor.askText({ title, prompt: 'Name', value: suggestedName(document.name), findProblem: findNameProblem }),
  );
  const existing = scripts.find((script) => script.name === name);
  if (existing !== undefined && !(await editor.confirm(`The vault has "${name}" already.`, 'Replace')))
    throw new Dismissed();
  const prompt = 'Description. It is not encrypted, and can be empty';
  const description = requireAnswer(await editor.askText({ title, prompt, value: existing?.description ?? '' }));
  const masterPassword = await askNewPassword(editor, title);
  await editor.withProgress(`Strongroom: encrypting ${name}`, async () => {
    const encryptedPayload = await encrypt(masterPassword, code);
    await daemon.request('PUT /api/v1/zk/code/{name}', {
      params: { name },
      body: { encryptedPayload, language, description },
      headers: existing === undefined ? { 'If-None-Match': '*' } : {},
    });
  });
  editor.inform(`"${name}" is in the vault, encrypted.`);
}

/** Returns the longest beginning of a file's name that can be a script's name. */
function suggestedName(fileName: string): string {
  return /[A-Za-z0-9][A-Za-z0-9._ -]{0,127}/.exec(fileName)?.[0] ?? '';
}

function findNameProblem(name: string): string | undefined {
  return isCodeName(name) ? undefined : `The name ${codeNameRule}`;
}

async function encrypt(masterPassword: string, code: string): Promise<ZKPayload> {
  try {
    const payload = await sealCode(argon2id, { masterPassword, code });
    // Argon2id blocks the event loop. A connection that the daemon closed during that time must be noticed before the next
    // request uses it, which takes one whole pass of the loop.
    await setImmediate();
    await setImmediate();
    return payload;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new CommandFailure(`The script was not saved: ${cause.message}.`, [], { cause });
  }
}
