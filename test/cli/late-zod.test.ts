/** The recorder of schemas in a build of the command, compared with what zod does. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { cliBundle, temporaryFolder } from './command.ts';

const root = join(import.meta.dirname, '../..');
const zod = join(cliBundle, '../zod.js');

/** Runs a module with the recorder as `z`, in a folder that has the built zod, and returns what it prints. */
async function withRecorder(code: string): Promise<unknown> {
  const folder = temporaryFolder();
  const recorder = join(root, 'src-cli/schemas/late-zod.ts');
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({
      resolve: (name, context, next) =>
        name === './zod.js'
          ? { url: ${JSON.stringify(pathToFileURL(zod).href)}, format: 'module', shortCircuit: true }
          : next(name, context),
      load: (url, context, next) => (loaded.push(url), next(url, context)),
    });
    const { z } = await import(${JSON.stringify(pathToFileURL(recorder).href)});
    const isLoaded = () => loaded.some((url) => url.endsWith('/zod.js'));
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
