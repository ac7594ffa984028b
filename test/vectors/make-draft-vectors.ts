/**
 * Makes drafts.json, the test vectors of the draft format: `node test/vectors/make-draft-vectors.ts > test/vectors/drafts.json`.
 * They are pinned: made once, and a change of them is a change of the format.
 */
import { createHash } from 'node:crypto';
import { argon2id } from '../../src-daemon/crypto/argon2.ts';
import { encodeBase64 } from '../../src-shared/formats/base64.ts';
import { masterDraftKey, sealDraft } from '../../src-shared/zk/draft-seal.ts';

const material = fixedBytes('account key', 32);
const masterPassword = 'correct horse battery staple';
const inputs = [
  { name: 'of the Run screen', accountId: 1, draftId: 'run', text: '{"code":"print(1)\\n"}' },
  { name: 'of nothing', accountId: 2, draftId: 'generate', text: '' },
  { name: 'longer than one block', accountId: 3, draftId: 'run.files', text: 'x = 1  # é\n'.repeat(300) },
  { name: 'of a script', accountId: 1, draftId: 'script:My script.v1', text: 'print(2)', masterPassword },
];

const vectors = [];
for (const { text, ...input } of inputs) {
  const [salt, nonce] = [fixedBytes(`salt ${input.name}`, 16), fixedBytes(`nonce ${input.name}`, 24)];
  const key =
    input.masterPassword === undefined
      ? { salt: null, material }
      : await masterDraftKey(argon2id, input.masterPassword, salt);
  const payload = sealDraft(key, input, { plaintext: new TextEncoder().encode(text), nonce });
  vectors.push({ ...input, text, payload });
}
process.stdout.write(
  `${JSON.stringify({ format: 'DraftPayload v1', key: encodeBase64(material), vectors }, null, 2)}\n`,
);

function fixedBytes(seed: string, length: number): Uint8Array {
  return new Uint8Array(createHash('sha256').update(seed).digest().subarray(0, length));
}
