import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readApiError } from '../../../src-renderer/client/api-error.ts';
import { fieldLabels, fieldSentence } from '../../../src-renderer/client/field-labels.ts';

const root = join(import.meta.dirname, '../../..');

/** Fields that the page makes itself: a problem with one is a fault of the page, and no form can correct it. */
const madeByPage: Readonly<Record<string, string>> = {
  token: 'the session, when the page asks whether it lasts',
  payload: 'a sealed draft',
  basedOn: 'the version of a draft',
  encryptedPayload: 'a sealed script',
  revision: 'the revision of a script that is sealed again',
  challenge: 'the proof of a remembered session',
  proof: 'the proof of a remembered session',
  page: 'the proof of the daemon',
  nonce: 'the proof of the daemon',
  readOnly: 'a field of the answer, which the daemon ignores',
};

describe('the fields that the page can send', () => {
  it('have a label in the words of its forms', async () => {
    const paths = await sentPaths();
    expect(paths.size).toBeGreaterThan(60);
    const unlabelled = [...paths].filter((path) => {
      const first = path.split(/[.[]/)[0] ?? '';
      return (
        !(first in madeByPage) && fieldSentence({ path: path.replaceAll('[]', '[0]'), message: 'x' }) === undefined
      );
    });
    expect(unlabelled).toEqual([]);
  });

  it('are all still in the contract', async () => {
    const paths = await sentPaths();
    expect(Object.keys(fieldLabels).filter((path) => !paths.has(path))).toEqual([]);
    expect(Object.keys(madeByPage).filter((path) => !paths.has(path))).toEqual([]);
  });
});

describe('an error of the daemon', () => {
  const read = async (message: string, ...details: [path: string, message: string][]) =>
    readApiError(
      Response.json(
        {
          error: {
            code: 'invalid_request',
            message,
            requestId: 'req_1',
            details: details.map(([path, problem]) => ({ path, message: problem })),
          },
        },
        { status: 400 },
      ),
    );

  it('names fields as the forms do', async () => {
    const rule = ['network.allow[1].host', 'must be the name of a host'] as const;
    const { message } = await read(`The request is not valid: ${rule.join(' ')}.`, [...rule]);
    expect(message).toBe('“Host of network rule 2” must be the name of a host.');
  });

  it('has its numbers in the units of the forms', async () => {
    const { message } = await read('The request is not valid: timeoutMs must be at most 600000.', [
      'timeoutMs',
      'must be at most 600000',
    ]);
    expect(message).toBe('“Time limit in seconds” must be at most 600.');
  });

  it('keeps what it says beyond the field', async () => {
    const { message } = await read('network must be none. Log in, or leave it out.', ['network', 'must be none']);
    expect(message).toBe('“Network” must be none. Log in, or leave it out.');
  });

  it('stays as it is if it names no field by its path', async () => {
    const text = 'The secrets of one run have names that differ in case only.';
    expect((await read(text, ['secrets', 'are ambiguous'])).message).toBe(text);
    expect((await read('The request is not valid: zz is wrong.', ['zz', 'is wrong'])).message).toContain('zz');
  });
});

/** Returns the paths of the bodies of all operations that the page imports; an entry of a list is `[]`. */
async function sentPaths(): Promise<Set<string>> {
  const imported = importedNames();
  const paths = new Set<string>();
  for (const file of globSync('src-shared/contracts/**/*.ts', { cwd: root }))
    for (const [name, spec] of Object.entries<unknown>(await import(join(root, file)))) {
      if (!imported.has(name) || typeof spec !== 'object' || spec === null || !('body' in spec)) continue;
      if (spec.body instanceof z.ZodType) addPaths(spec.body, paths);
    }
  return paths;
}

function importedNames(): Set<string> {
  const names = new Set<string>();
  for (const file of globSync('src-renderer/**/*.{ts,tsx}', { cwd: root }))
    for (const [, list = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /import \{([^}]*)\} from '[./]*src-shared\/contracts\//g,
    ))
      for (const name of list.split(',')) names.add(name.trim());
  return names;
}

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

function addPaths(body: z.ZodType, paths: Set<string>): void {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const walk = (part: JsonSchema | undefined, path: string): void => {
    if (part === undefined) return;
    if (part.$ref !== undefined) walk(schema.$defs?.[part.$ref.split('/').at(-1) ?? ''], path);
    else if (path !== '') paths.add(path);
    for (const one of [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])]) walk(one, path);
    for (const [key, value] of Object.entries(part.properties ?? {})) walk(value, path === '' ? key : `${path}.${key}`);
    walk(part.items, `${path}[]`);
  };
  walk(schema, '');
}
