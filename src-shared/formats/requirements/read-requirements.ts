import { logicalLines } from './logical-lines.ts';
import { evaluateMarker, type MarkerEnvironment, type MarkerValue } from './marker.ts';
import { readRequirement } from './requirement.ts';

/** A package of a file, as the daemon takes it. */
export interface ListedPackage {
  /** Number of its first line. */
  line: number;
  name: string;
  version?: string;
  extras?: string[];
  hashes?: string[];
}

/** A line that needs attention. */
export interface ListProblem {
  /** Number of the line, from 1. */
  line: number;
  /** Name of the file, if it is not the first. */
  file?: string;
  /** The line, shortened. */
  text: string;
  /** Message to be read after the line's number. */
  message: string;
  /** True if the line cannot be used. Otherwise it was read, or does not apply here. */
  isRefused: boolean;
}

export interface PackageListFile {
  /** Each package once, in the order of the file. */
  packages: ListedPackage[];
  problems: ListProblem[];
}

export interface RequirementsOptions {
  markers: MarkerEnvironment;
  /** Indexes that the installer uses, for a file that names its index. */
  indexUrls?: readonly string[];
  /** Reads a file that `-r` names, relative to `from`; undefined if it cannot be read. Absent: no file is read. */
  readFile?: (path: string, from: string | undefined) => { path: string; text: string } | undefined;
}

const publicIndex = 'https://pypi.org/simple';
const maxFiles = 32;
const shownCharacters = 120;

interface Reading extends RequirementsOptions {
  found: Map<string, ListedPackage>;
  problems: ListProblem[];
  files: Set<string>;
  requiresHashes: boolean;
}

/**
 * Reads a file for pip (`requirements.txt`), as pip-compile, uv and poetry write it: continuation lines, hashes, markers,
 * extras and `-r`. Nothing is dropped without a problem that names its line. Time is linear in the length.
 */
export function readRequirements(text: string, options: RequirementsOptions): PackageListFile {
  const reading: Reading = { ...options, found: new Map(), problems: [], files: new Set(), requiresHashes: false };
  readFileText(reading, text, undefined);
  refuseMissingHashes(reading);
  return { packages: [...reading.found.values()], problems: reading.problems };
}

interface LineContext {
  line: number;
  text: string;
  file: string | undefined;
}

function readFileText(reading: Reading, text: string, file: string | undefined): void {
  for (const { line, text: content } of logicalLines(text)) {
    const context = { line, text: content, file };
    if (content.startsWith('-')) readOption(reading, context);
    else readLine(reading, context);
  }
}

/** Adds a problem of a line that cannot be used. */
function refuse(reading: Reading, context: LineContext, message: string): void {
  reading.problems.push({ ...problemOf(context, message), isRefused: true });
}

/** Adds a message about a line that was read, or that does not apply here. */
function note(reading: Reading, context: LineContext, message: string): void {
  reading.problems.push({ ...problemOf(context, message), isRefused: false });
}

function problemOf({ line, text, file }: LineContext, message: string) {
  return { line, ...(file !== undefined && { file }), text: text.slice(0, shownCharacters), message };
}

function readLine(reading: Reading, context: LineContext): void {
  try {
    const { marker, ...listed } = readRequirement(context.text);
    if (marker === undefined || applies(reading, context, marker))
      addPackage(reading, { ...listed, line: context.line });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    refuse(reading, context, error.message);
  }
}

function applies(reading: Reading, context: LineContext, marker: string): boolean {
  let value: MarkerValue;
  try {
    value = evaluateMarker(marker, reading.markers);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`has a marker that ${error.message}`, { cause: error });
  }
  if (value === undefined) note(reading, context, 'is taken: its marker asks for a value that is not known here');
  if (value === false) note(reading, context, 'does not apply to the Python of a sandbox');
  return value !== false;
}

function addPackage(reading: Reading, listed: ListedPackage): void {
  const key = normalProject(listed.name);
  const earlier = reading.found.get(key);
  if (earlier === undefined) {
    reading.found.set(key, listed);
    return;
  }
  if (earlier.version !== listed.version)
    throw new SyntaxError(`requests another version of ${listed.name} than line ${earlier.line}`);
  const extras = union(earlier.extras, listed.extras);
  const hashes = union(earlier.hashes, listed.hashes);
  reading.found.set(key, { ...earlier, ...(extras && { extras }), ...(hashes && { hashes }) });
}

function union(one: readonly string[] = [], other: readonly string[] = []): string[] | undefined {
  const all = [...new Set([...one, ...other])];
  return all.length === 0 ? undefined : all;
}

/** pip checks either every package or none. */
function refuseMissingHashes(reading: Reading): void {
  const all = [...reading.found.values()];
  if (!reading.requiresHashes && !all.some(({ hashes }) => hashes)) return;
  for (const { name, hashes, version, line } of all) {
    const context = { line, text: name, file: undefined };
    if (hashes === undefined)
      refuse(reading, context, 'has no --hash, but other lines have: pip then requires it for every package');
    else if (!/^===?[^*,]+$/.test(version ?? ''))
      refuse(reading, context, 'has a --hash, and then needs an exact version (==)');
  }
}

function readOption(reading: Reading, context: LineContext): void {
  const end = context.text.search(/[=\s]/);
  const option = end < 0 ? context.text : context.text.slice(0, end);
  const value = end < 0 ? '' : context.text.slice(end + 1).trim();
  if (option === '-r' || option === '--requirement') readInclude(reading, context, value);
  else if (/^-r\S/.test(context.text)) readInclude(reading, context, context.text.slice(2));
  else if (option === '--require-hashes') reading.requiresHashes = true;
  else if (/^(-i|--index-url|--extra-index-url)$/.test(option)) readIndex(reading, context, value);
  else if (/^(--prefer-binary|--only-binary|--no-binary|--use-feature|--pre|--progress-bar)$/.test(option))
    note(reading, context, 'is not applied: the settings of the installer decide');
  else if (/^(-c|--constraint)$/.test(option))
    refuse(reading, context, 'names constraints, which a list does not have: write the versions next to the packages');
  else if (/^(-e|--editable)$/.test(option)) refuse(reading, context, 'is not from the package index');
  else if (/^(--trusted-host|--find-links|-f|--no-index|--cert|--proxy)$/.test(option))
    refuse(
      reading,
      context,
      'names a source of packages: write it into the settings of the installer, and remove this line',
    );
  else refuse(reading, context, 'is an option that a list does not support');
}

/** A package of a private index could be another one in the public index, so a foreign index is refused. */
function readIndex(reading: Reading, context: LineContext, value: string): void {
  const url = normalUrl(value);
  const known = [publicIndex, ...(reading.indexUrls ?? [])].map(normalUrl);
  if (known.includes(url)) return;
  // An address can contain a password.
  const [option = ''] = context.text.split(/[=\s]/, 1);
  const message =
    'names an index that the installer does not use: set it in the settings of the installer (pipIndexUrl)';
  refuse(reading, { ...context, text: option }, message);
}

function normalUrl(url: string): string {
  let end = url.length;
  while (url.charAt(end - 1) === '/') end--;
  return url.slice(0, end);
}

function readInclude(reading: Reading, context: LineContext, value: string): void {
  const { files, readFile } = reading;
  if (readFile === undefined || files.size >= maxFiles) {
    refuse(reading, context, readFile === undefined ? 'names another file: add its lines' : 'names too many files');
    return;
  }
  const read = readFile(value.trim(), context.file);
  if (read === undefined) refuse(reading, context, 'names a file that cannot be read');
  else if (!files.has(read.path)) {
    files.add(read.path);
    readFileText(reading, read.text, read.path);
  }
}

/** Returns a name as package indexes compare names (PEP 503). */
export function normalProject(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
