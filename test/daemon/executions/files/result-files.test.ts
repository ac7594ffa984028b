/** Result files of a hostile program are inspected, never trusted, and cause no failure. */
import { expect, it } from 'vitest';
import { describeFiles } from '../../../../src-daemon/executions/files/result-files.ts';
import { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { fc } from '../../../support/random.ts';

/** How formats begin that a reader of magic numbers follows deeper. */
const beginnings = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b, 0x08],
  [0x25, 0x50, 0x44, 0x46],
  [0x52, 0x49, 0x46, 0x46],
  [0x49, 0x44, 0x33],
  [0x4f, 0x67, 0x67, 0x53],
  [0x1a, 0x45, 0xdf, 0xa3],
  [0x00, 0x00, 0x00, 0x18, 0x66, 0x74, 0x79, 0x70],
  [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
];

it('any bytes behind any beginning are described by the contract', async () => {
  const content = fc
    .tuple(fc.constantFrom(...beginnings, []), fc.uint8Array({ maxLength: 300 }))
    .map(([head, tail]) => Uint8Array.from([...head, ...tail]));
  await fc.assert(
    fc.asyncProperty(content, fc.string({ minLength: 1 }), async (bytes, path) => {
      const [described] = await describeFiles([{ path, content: bytes }]);
      ResultFile.parse(described);
      return described?.size === bytes.length;
    }),
    { numRuns: 300 },
  );
});

it('content comes back as it was, as text or base64', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const files = await describeFiles([
    { path: 'b.png', content: png },
    { path: 'a.txt', content: Buffer.from('\ufeffgrüße\n') },
    { path: 'c.bin', content: Uint8Array.from([0, 1, 2]) },
  ]);
  expect(files.map(({ path }) => path)).toEqual(['a.txt', 'b.png', 'c.bin']);
  expect(files[0]).toMatchObject({ content: '\ufeffgrüße\n', encoding: 'utf8', mediaType: 'text/plain' });
  expect(files[1]).toMatchObject({ mediaType: 'image/png', encoding: 'base64' });
  expect(Buffer.from(files[1]?.content ?? '', 'base64')).toEqual(Buffer.from(png));
  expect(files[2]).toEqual({ path: 'c.bin', size: 3, mediaType: 'application/octet-stream' });
});

it('a name makes nothing an image, a page or a script', async () => {
  const [named, page] = await describeFiles([
    { path: 'a.png', content: Buffer.from('not a picture') },
    { path: 'b.txt', content: Buffer.from('<!DOCTYPE html><script>1</script>') },
  ]);
  expect(named?.mediaType).toBe('text/plain');
  expect(page?.mediaType).toBe('text/html');
});

it('a table is known by its rows, and a text with commas is none', async () => {
  const typeOf = async (text: string, path = 'out') =>
    (await describeFiles([{ path, content: Buffer.from(text) }]))[0]?.mediaType;
  expect(await typeOf('name,age\nAda,36\n"Hopper, Grace",85\n')).toBe('text/csv');
  expect(await typeOf('a;b;c\r\n1;2,5;3\r\n')).toBe('text/csv');
  expect(await typeOf('a\tb\n1\t2\n', 'out.txt')).toBe('text/csv');
  expect(await typeOf(`x,y\n${'1,2\n'.repeat(5000)}`)).toBe('text/csv');
  expect(await typeOf('Dear Ada, hello\nDear Grace, hello\n')).toBe('text/plain');
  expect(await typeOf('one,two\nthree\n')).toBe('text/plain');
  expect(await typeOf('one,two\n')).toBe('text/plain');
  expect(await typeOf('[1,\n2,\n]', 'a.json')).toBe('application/json');
  expect(await typeOf('f("a,b")\ng("c,d")\n', 'a.py')).not.toBe('text/csv');
});
