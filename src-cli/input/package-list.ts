import { dirname, resolve } from 'node:path';
import { listLanguages } from '../../src-shared/contracts/languages.contract.ts';
import type { PackageSpec } from '../../src-shared/contracts/packages.contract.ts';
import { readSettings } from '../../src-shared/contracts/settings.contract.ts';
import { sandboxMarkers } from '../../src-shared/formats/requirements/marker.ts';
import { readPackageList } from '../../src-shared/formats/requirements/read-package-list.ts';
import type { ListProblem } from '../../src-shared/formats/requirements/read-requirements.ts';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { ApiRefusal, CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Tools } from '../toolbox.ts';
import { readAllText, readText } from './read-text.ts';

/** Largest file that `-r` names, in characters. */
const maxCharacters = 4 * 1024 * 1024;
const namedLines = 20;
/** Names of processors in Python, by their names in Node. */
const machines: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** Packages of a file, and the line of each. */
export interface FilePackages {
  specs: Omit<PackageSpec, 'language'>[];
  lines: number[];
}

/**
 * Reads a `requirements.txt`, a `package.json` or a list of names for a language, with the files that it names.
 * @param path `-` is stdin
 * @throws CliError `usage` with the lines that cannot be used
 */
export async function readPackageFile(
  tools: Tools,
  client: ApiClient,
  { path, language }: { path: string; language: string },
): Promise<FilePackages> {
  const { surroundings, reporter } = tools;
  const text = path === '-' ? await readAllText(surroundings.stdin) : readText(path);
  const { languages } = await client.call(listLanguages, {});
  const added = language.toLowerCase();
  const found = languages.find(({ id, aliases }) => id === added || aliases.includes(added));
  const { packages, problems } = readPackageList(found?.packageManager ?? 'pip', text, {
    markers: sandboxMarkers(found?.version, machines[process.arch]),
    indexUrls: text.includes('index-url') || text.includes('-i ') ? await ownIndexes(client) : [],
    ...(path !== '-' && { readFile: (name: string, from?: string) => readNamed(name, from ?? path) }),
  });
  const refused = problems.filter(({ isRefused }) => isRefused);
  if (refused.length > 0) throw new CliError('usage', `${path} cannot be used: ${describe(refused)}.`);
  if (!reporter.isJson) for (const problem of problems) reporter.say(`strongroom: ${describe([problem])}`);
  if (packages.length === 0) throw new CliError('usage', `${path} has no package. Write one name in each line.`);
  return { specs: packages.map(({ line: _, ...spec }) => spec), lines: packages.map(({ line }) => line) };
}

/** Names the line of a package that the daemon refuses. @param first index of the file's first package in the request */
export function withLines(
  thrown: unknown,
  { path, lines, first }: { path: string; lines: readonly number[]; first: number },
): unknown {
  if (!(thrown instanceof ApiRefusal)) return thrown;
  const named = (thrown.details ?? []).flatMap(({ path: field, message }) => {
    const index = Number(/^packages\[(\d{1,4})\]/.exec(field)?.[1] ?? Number.NaN);
    const line = lines[index - first];
    return line === undefined ? [] : [`line ${line}: ${field.replace(/^packages\[\d+\]\.?/, '')} ${message}`];
  });
  return named.length === 0 ? thrown : new CliError('usage', `${path} cannot be used: ${named.join('; ')}.`);
}

/** The index of the settings, if the credential may read them. */
async function ownIndexes(client: ApiClient): Promise<string[]> {
  try {
    const { pipIndexUrl } = (await client.call(readSettings, {})).installer;
    return pipIndexUrl ? [pipIndexUrl] : [];
  } catch (error) {
    if (error instanceof ApiRefusal) return [];
    throw error;
  }
}

function readNamed(name: string, from: string): { path: string; text: string } | undefined {
  const path = resolve(dirname(from), name);
  try {
    const text = readText(path);
    return text.length > maxCharacters ? undefined : { path, text };
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

function describe(problems: readonly ListProblem[]): string {
  const named = problems
    .slice(0, namedLines)
    .map(
      ({ file, line, text, message }) =>
        `${file === undefined ? '' : `${file} `}line ${line} (${visibleLine(text)}) ${message}`,
    );
  return [...named, ...(problems.length > namedLines ? [`${problems.length - namedLines} more lines`] : [])].join('; ');
}
