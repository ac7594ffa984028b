import { createHash } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { javaKeyStore } from '../../../../src-daemon/egress/trust/java-key-store.ts';

const [first = '', second = ''] = rootCertificates;

test('a key store has its certificates and the digest that Java checks', () => {
  const store = javaKeyStore([first, second]);
  expect([store.readUInt32BE(0).toString(16), store.readUInt32BE(4), store.readUInt32BE(8)]).toEqual([
    'feedfeed',
    2,
    2,
  ]);
  for (const pem of [first, second]) {
    const der = Buffer.from(pem.replaceAll(/-.*-|\s/g, ''), 'base64');
    expect(store.includes(der)).toBe(true);
  }
  const content = store.subarray(0, -20);
  const password = Buffer.concat([...'changeit'].map((char) => Buffer.from([0, char.charCodeAt(0)])));
  const digest = createHash('sha1').update(password).update('Mighty Aphrodite').update(content).digest();
  expect(store.subarray(-20)).toEqual(digest);
});
