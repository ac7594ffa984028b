/**
 * The daemon's messages reach users of the interface, the command line and agents as they are. They name no HTTP operation and
 * no field of a request: `details` has the fields, docs/troubleshooting.md the operations, and each client its names.
 */
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fieldNames } from '../../src-cli/field-names/field-names.ts';
import { readSource, root } from '../house/checkout.ts';

/** Sources whose texts are documentation of the API, or are only read by programs that call it. */
const exceptions: Readonly<Record<string, string>> = {
  'src-daemon/app.ts': 'the answer to a path that no client of ours requests',
  'src-daemon/openapi/': 'the document of the API',
  'src-daemon/egress/': 'the answer to a program, with the name that the file of --network-rules has too',
  'src-daemon/mcp/': 'tools of agents, whose arguments have these names',
};

/** Names such as `memoryMb`, which no language has as a word. */
const fields = new Set(
  Object.values(fieldNames)
    .flatMap((names) => Object.keys(names))
    .flatMap((path) => path.split(/[.[\]*]+/))
    .filter((name) => /[a-z][A-Z]/.test(name)),
);

/** Returns the texts of a source that are sentences or parts of them. */
function sentencesIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const literals = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g);
  return Array.from(literals, ([, plain, template]) =>
    (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…'),
  ).filter((text) => /[a-z,;:.] [a-z]+ /.test(text) && !/^(?:SELECT|INSERT|UPDATE|DELETE)\b/.test(text));
}

function findFaults(sentence: string): string[] {
  const operation = /\b(?:GET|POST|PUT|PATCH|DELETE) (?:…|\/)\S*/.exec(sentence)?.[0];
  const named = sentence.match(/\b[a-z]+[A-Z]\w*/g)?.filter((word) => fields.has(word)) ?? [];
  return [...(operation === undefined ? [] : [operation]), ...named];
}

it('finds operations and fields in a sentence', () => {
  expect(findFaults('it has ended long ago. GET …/processes lists them')).toEqual(['GET …/processes']);
  expect(findFaults('create a sandbox with more `memoryMb` first')).toEqual(['memoryMb']);
});

it('messages of the daemon name no HTTP operation and no field of a request', () => {
  const paths = globSync('src-daemon/**/*.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const faults = paths
    .filter((path) => !Object.keys(exceptions).some((one) => path.startsWith(one)))
    .flatMap((path) =>
      sentencesIn(readSource(path)).flatMap((text) =>
        findFaults(text).map((fault) => `${path}: ${fault} in "${text}"`),
      ),
    );
  expect(faults).toEqual([]);
});
