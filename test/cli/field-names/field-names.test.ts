/** Every field that a command can send has a name in the words of the command line. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiRefusal } from '../../../src-cli/cli-error.ts';
import { explainFields, nameOfField } from '../../../src-cli/field-names/explain-fields.ts';
import { fieldNames } from '../../../src-cli/field-names/field-names.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import type { EndpointSpec } from '../../../src-shared/endpoint.ts';

const root = join(import.meta.dirname, '../../..');

/** Fields that no option, argument or file of a command sets, by operation; a name stands for all fields below it. */
const ownFields: Readonly<Record<string, readonly string[]>> = {
  execute: ['keep', 'generated'],
  generate: ['execute', 'previous'],
  createSandbox: ['metadata'],
  createContext: ['cwd', 'env'],
  runCell: ['silent', 'cid'],
  runProcess: ['shell', 'code', 'language'],
  putResealed: ['revision', 'id'],
  updateExecution: ['pinned'],
  verify: ['token'],
  logout: ['lock'],
  acceptItems: ['items'],
  listSecrets: ['purpose'],
  listCode: ['purpose'],
  listExecutions: ['from', 'to'],
  updateSettings: [
    'limits',
    'installer',
    'history',
    'sandboxes',
    'autoLockMinutes',
    'registration',
    'readOnly',
    'network',
  ],
};

/** Operations whose fields are made by the command: ids of its own work, a decision, or paths that it explains itself. */
const ownOperations = new Set([
  ...['cancelGeneration', 'cancelReseal', 'commitReseal', 'completeCode', 'decideConnection', 'deleteContext'],
  ...['interruptContext', 'listEntries', 'makeFolder', 'readCellEvents', 'readEntry', 'readExecutionFile'],
  ...['readGenerationEvents', 'readProcessEvents', 'readSandboxFile', 'readSandboxNetwork', 'signalProcess'],
  ...['writeExecutionInput', 'writeProcessInput', 'writeSandboxFile', 'readSandbox', 'deleteSandbox'],
]);

type Json = Record<string, unknown> & { properties?: Record<string, Json>; items?: Json; additionalProperties?: Json };

/** Adds the path of every field below a JSON schema. */
function addPaths(paths: Set<string>, node: Json, { at, whole }: { at: string; whole: Json }): void {
  if (typeof node.$ref === 'string') {
    const target = node.$ref
      .split('/')
      .slice(1)
      .reduce<unknown>((value, key) => (value as Json)[key], whole);
    addPaths(paths, target as Json, { at, whole });
  }
  const below = (inner: Json, path: string) => {
    paths.add(path);
    addPaths(paths, inner, { at: path, whole });
  };
  for (const kind of ['anyOf', 'oneOf', 'allOf'])
    for (const inner of (node[kind] as Json[] | undefined) ?? []) addPaths(paths, inner, { at, whole });
  for (const [name, inner] of Object.entries(node.properties ?? {})) below(inner, at === '' ? name : `${at}.${name}`);
  if (typeof node.items === 'object') below(node.items, `${at}[]`);
  if (typeof node.additionalProperties === 'object') below(node.additionalProperties, `${at}.*`);
}

function fieldsOf({ body, params, query }: EndpointSpec): string[] {
  const paths = new Set<string>();
  for (const schema of [body, params, query]) {
    if (!(schema instanceof z.ZodType)) continue;
    const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
    addPaths(paths, whole, { at: '', whole });
  }
  return [...paths];
}

async function usedOperations(): Promise<[string, EndpointSpec][]> {
  const sources = globSync('src-cli/**/*.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  const calls = sources.flatMap((text) =>
    Array.from(text.matchAll(/\b(?:call|stream|download)\((\w+)/g), ([, name]) => name),
  );
  const contracts = globSync('src-shared/contracts/**/*.contract.ts', { cwd: root });
  const modules = await Promise.all(
    contracts.map((path) => import(join(root, path)) as Promise<Record<string, unknown>>),
  );
  const exported = Object.assign({}, ...modules) as Record<string, EndpointSpec | undefined>;
  return [...new Set(calls)].flatMap((name = '') => {
    const spec = exported[name];
    return spec !== undefined && 'method' in spec ? [[name, spec] as [string, EndpointSpec]] : [];
  });
}

const isOwn = (operation: string, path: string) =>
  (ownFields[operation] ?? []).some((own) => path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`));

describe('the fields that commands send', () => {
  it('have a name each', async () => {
    const operations = await usedOperations();
    expect(operations.length).toBeGreaterThan(50);
    const unnamed = operations
      .filter(([name]) => !ownOperations.has(name))
      .flatMap(([name, spec]) => {
        const names = fieldNames[`${spec.method} ${spec.path}`] ?? {};
        return fieldsOf(spec)
          .filter((path) => names[path] === undefined && !isOwn(name, path))
          .map((path) => `${spec.method} ${spec.path} ${path}`);
      });
    expect(unnamed).toEqual([]);
  });

  it('are named for operations that exist', async () => {
    const known = (await usedOperations()).map(([, { method, path }]) => `${method} ${path}`);
    expect(Object.keys(fieldNames).filter((operation) => !known.includes(operation))).toEqual([]);
  });
});

describe('a refusal', () => {
  const refusal = (...details: [string, string][]) =>
    new ApiRefusal(400, {
      error: {
        ...{ code: 'invalid_request', requestId: 'r', message: 'The request is not valid: …' },
        details: details.map(([path, message]) => ({ path, message })),
      },
    });

  it.each([
    ['memoryMb', 'must be at least 32', '--memory must be at least 32 MiB.'],
    ['timeoutMs', 'must be at most 600,000', '--timeout must be at most 600,000 ms.'],
    [
      'network.allow[1].ports[0]',
      'must be at most 65,535',
      /^Port 1 of network rule 2 \(--allow, .*\) must be at most 65,535\.$/,
    ],
    ['env.A.B', 'must be absent', 'Variable A.B (--env or --env-file) must be absent.'],
    ['args[0]', 'must not contain a NUL character', 'Argument 1 of the program must not contain a NUL character.'],
    ['unheard', 'is odd', 'The request is not valid: …'],
  ])('that names %s is reported in the words of the command line', (path, message, expected) => {
    expect(explainFields(execute, refusal([path, message])).message).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  it('of several fields names the first five, once each', () => {
    const { message } = explainFields(
      execute,
      refusal(...Array.from({ length: 7 }, (_, n) => [`args[${n}]`, 'is bad'] as [string, string])),
    );
    expect(message.match(/is bad/g)).toHaveLength(5);
    expect(message).toMatch(/and 2 more\.$/);
  });

  it('that an option can avoid names the option', () => {
    const error = { code: 'queue_timeout' as const, requestId: 'r', message: 'Nothing was started.' };
    const { message } = explainFields(execute, new ApiRefusal(429, { error }));
    expect(message).toBe('Nothing was started. --max-queue TIME sets how long to wait.');
  });

  it('has no path with an index in place of a name', () => {
    expect(nameOfField(fieldNames['POST /api/v1/execute'] ?? {}, 'files[3].path')).toBe(
      'the name of file 4 (--file or the folder)',
    );
  });
});
