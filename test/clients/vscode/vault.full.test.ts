/** The commands of the vault, with a fake editor and a real daemon behind a proxy that records the requests. */
import { beforeAll, describe, expect, it } from 'vitest';
import { argon2id } from '../../../src-cli/vault/argon2id.ts';
import { listCode, listCodeRevisions, readCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { openCode, sealCode } from '../../../src-shared/zk/zk-code.ts';
import type { ZKPayload } from '../../../src-shared/zk/zk-payload.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { editorAt } from './fake-editor.ts';
import { startRecordingProxy } from './recording-proxy.ts';

const daemon = testDaemonOfFile();
const password = 'a master password';
const code = 'import sys\nprint("from the vault", len(sys.argv))';

let proxy: Awaited<ReturnType<typeof startRecordingProxy>>;
/** The code, sealed once: a master password takes a second of processor time. */
let encryptedPayload: ZKPayload;
beforeAll(async () => {
  proxy = await startRecordingProxy(daemon());
  encryptedPayload = await sealCode(argon2id, { masterPassword: password, code });
});

const storeReport = (user: TestUser, description = '') =>
  user.client.call(storeCode, {
    params: { name: 'report' },
    body: { encryptedPayload, language: 'python', description },
  });

async function signedIn() {
  const user = await daemon().newUser();
  const fake = editorAt(proxy.dataDir, user.apiKey);
  fake.editor.open('report.py', 'python', code);
  return { user, ...fake };
}

const answersFor = (name: string, description = '') => [name, description, password, password];

describe('saving to the vault', () => {
  it('encrypts the file in the editor: neither the code nor the password is sent', async () => {
    const { user, editor, commands } = await signedIn();
    proxy.bodies.length = 0;
    editor.answers.texts = answersFor('nightly report', 'of sales');
    await commands.saveFile();
    expect(editor.errors).toEqual([]);
    expect(editor.informed).toEqual(['"nightly report" is in the vault, encrypted.']);
    expect(proxy.bodies.join()).toContain('ciphertext');
    expect(proxy.bodies.join()).not.toMatch(/master password|from the vault/);
    expect(editor.questions.map(({ value, isPassword }) => [value, isPassword])).toEqual([
      ['report.py', undefined],
      ['', undefined],
      [undefined, true],
      [undefined, true],
    ]);

    const stored = await user.client.call(readCode, { params: { name: 'nightly report' } });
    expect(stored).toMatchObject({ language: 'python', description: 'of sales', revision: 1 });
    expect(await openCode(argon2id, password, stored.encryptedPayload)).toBe(code);
  });

  it('saves the selection alone', async () => {
    const { user, editor, commands } = await signedIn();
    editor.select('print("a part")');
    editor.answers.texts = answersFor('part');
    await commands.saveSelection();
    const { encryptedPayload } = await user.client.call(readCode, { params: { name: 'part' } });
    expect(await openCode(argon2id, password, encryptedPayload)).toBe('print("a part")');
  });

  it('replaces a script only if the user confirms it', async () => {
    const { user, editor, commands } = await signedIn();
    await storeReport(user, 'first');
    editor.answers.texts = answersFor('report', 'second');
    await commands.saveFile();
    const revisions = () => user.client.call(listCodeRevisions, { params: { name: 'report' } });
    expect((await revisions()).revisions).toHaveLength(1);

    editor.answers = { texts: answersFor('report', 'second'), picks: [], button: 'Replace' };
    await commands.saveFile();
    expect((await revisions()).revisions.map(({ description }) => description)).toEqual(['second', 'first']);
  });

  it('stores nothing if the passwords differ, a question is closed or the name is refused', async () => {
    const { user, editor, commands } = await signedIn();
    for (const texts of [
      ['report', '', password, 'another'],
      ['report', ''],
      ['/report', '', password, password],
    ]) {
      editor.answers.texts = texts;
      await commands.saveFile();
    }
    expect(editor.errors.map(({ message }) => message)).toEqual([
      'The two passwords differ, so the script was not saved.',
    ]);
    expect((await user.client.call(listCode)).code).toEqual([]);
  });

  it('stores nothing if the file is too large', async () => {
    const { user, editor, commands } = await signedIn();
    editor.open('large.py', 'python', 'x'.repeat(1024 * 1024 + 1));
    editor.answers.texts = answersFor('large');
    await commands.saveFile();
    expect(editor.errors.map(({ message }) => message)).toEqual(['The script was not saved: the code is over 1 MiB.']);
    expect((await user.client.call(listCode)).code).toEqual([]);
  });
});

describe('running a script of the vault', () => {
  it('asks for the script and its password, and shows the output', async () => {
    const { user, editor, commands } = await signedIn();
    await storeReport(user, 'a\u202e description');
    editor.answers = { texts: [password], picks: [['report']], button: undefined };
    await commands.runScript();
    expect(editor.lists.at(-1)).toEqual([
      expect.objectContaining({ label: 'report', description: 'python', detail: 'a‹U+202E› description' }),
    ]);
    expect(editor.panel).toMatch(/^── vault: report ──\nfrom the vault 1\n── succeeded in /);
  });

  it('offers another try after a wrong password', async () => {
    const { user, editor, commands } = await signedIn();
    await storeReport(user);
    const picks = [['report'], ['report']];
    editor.answers = { texts: ['a wrong password', password], picks, button: 'Try Again' };
    await commands.runScript();
    expect(editor.errors).toEqual([{ message: expect.stringMatching(/password is wrong/), actions: ['Try Again'] }]);
    expect(editor.panel).toContain('from the vault 1\n');
  });

  it('says that the vault is empty', async () => {
    const { editor, commands } = await signedIn();
    await commands.runScript();
    expect(editor.errors).toEqual([{ message: expect.stringContaining('empty'), actions: ['Save This File'] }]);
  });
});
