/** The recorder of schemas in a build of the command, compared with what zod does. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { cliBundle, temporaryFolder } from './command.ts';

const root = join(import.meta.dirname, '../..');
const zod = join(cliBundle, '../zod.cjs');

/** Runs a module with the recorder as `z`, in a folder that has the built zod, and returns what it prints. */
async function withRecorder(code: string): Promise<unknown> {
  const folder = temporaryFolder();
  const recorder = join(root, 'src-cli/schemas/late-zod.ts');
  const script = `
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    import { Script } from 'node:vm';
    let loads = 0;
    const isLoaded = () => loads > 0;
    const requireFile = createRequire(import.meta.url);
    globalThis.require = () => {
      loads++;
      // The file is the text of a function (scripts/build/command-plugins.ts).
      const module = { exports: {} };
      new Script(readFileSync(${JSON.stringify(zod)}, 'utf8')).runInThisContext()(module.exports, requireFile, module);
      return module.exports;
    };
    const { z } = await import(${JSON.stringify(pathToFileURL(recorder).href)});
    ${code}`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
  return JSON.parse(stdout);
}

it('creates schemas at their first use, as zod itself does', async () => {
  expect(existsSync(zod)).toBe(true);
  const result = await withRecorder(`
    const name = z.string().min(1).regex(/^[a-z]+$/).meta({ description: 'A name.' });
    const shape = z.strictObject({ name, sizes: z.array(z.int()).optional(), kind: z.enum(['a', 'b']) });
    const event = z.discriminatedUnion('event', [
      z.strictObject({ event: z.literal('one'), data: shape }),
      z.strictObject({ event: z.literal('two'), data: shape.partial().extend({ at: z.iso.datetime() }) }),
    ]);
    const before = isLoaded();
    const good = { event: 'one', data: { name: 'x', sizes: [1], kind: 'a' } };
    console.log(JSON.stringify({
      before,
      good: event.parse(good),
      bad: event.safeParse({ event: 'one', data: { name: '', kind: 'c', more: 1 } }).error.issues.map(({ path }) => path.join('.')),
      two: event.safeParse({ event: 'two', data: { at: '2026-01-01T00:00:00Z' } }).success,
      isSchema: shape instanceof z.ZodType,
      shape: Object.keys(shape.shape),
      description: name.meta().description,
      after: isLoaded(),
    }));`);
  expect(result).toEqual({
    before: false,
    good: { event: 'one', data: { name: 'x', sizes: [1], kind: 'a' } },
    bad: ['data.name', 'data.name', 'data.kind', 'data'],
    two: true,
    isSchema: true,
    shape: ['name', 'sizes', 'kind'],
    description: 'A name.',
    after: true,
  });
});
