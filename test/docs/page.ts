import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const docs = join(import.meta.dirname, '../../docs');

export interface Example {
  /** First line of the example in the page. */
  line: number;
  script: string;
  /** Questions that its commands ask on the terminal, in order. */
  asks: string[];
  /** The output that the page shows; undefined if it shows none. */
  output: string | undefined;
}

/** A task of VS Code; `${file}` in it is the open file. */
export interface EditorTask {
  label: string;
  command: string;
  args: string[];
}

/** Returns the tasks of VS Code in the `json` blocks of a page. */
export function tasksOf(name: string): EditorTask[] {
  return blocksOf(name)
    .filter(({ kind }) => kind === 'json')
    .flatMap(({ text }) => (JSON.parse(text) as { tasks?: EditorTask[] }).tasks ?? []);
}

/** Returns the MCP servers that an agent starts, from the `json` blocks of a page. */
export function agentServersOf(name: string): { command: string; args: string[] }[] {
  type SetUp = { mcpServers?: Record<string, { command: string; args: string[] }> };
  return blocksOf(name)
    .filter(({ kind }) => kind === 'json')
    .flatMap(({ text }) => Object.values((JSON.parse(text) as SetUp).mcpServers ?? {}));
}

/**
 * Returns the examples of a page, named by its path from docs/. Each `sh` block is a script. An `asks` block right after it
 * has the questions that its commands ask, and an `output` block after these its expected output. Other blocks (`text`,
 * `json`) are not run.
 */
export function examplesOf(name: string): Example[] {
  const blocks = blocksOf(name);
  return blocks.flatMap(({ kind, text, line }, index) => {
    if (kind !== 'sh') return [];
    const following = blocks.slice(index + 1, index + 3);
    const asks = following[0]?.kind === 'asks' ? following.shift() : undefined;
    const output = following[0]?.kind === 'output' ? following[0].text : undefined;
    return [{ line, script: text, asks: asks?.text.trim().split('\n') ?? [], output }];
  });
}

/** Returns the pages that a reader has gone through before this one, in order: `Read first: [Quick start](quick-start.md).` */
export function pagesBefore(name: string): string[] {
  const page = readFileSync(join(docs, name), 'utf8');
  const [sentence = ''] = /^Read first: .*$/m.exec(page) ?? [];
  return [...sentence.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => join(dirname(name), link));
}

/** Returns all pages with the given kinds of blocks, by their paths from docs/. */
export function pagesWith(kind: string): string[] {
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  return [...pages, '../README.md', '../CONTRIBUTING.md'].filter((path) =>
    blocksOf(path).some((one) => one.kind === kind),
  );
}

/** Returns the commands of a page's examples: each line is one. */
export function commandsOf(name: string): string[] {
  return examplesOf(name).flatMap(({ script }) => script.split('\n').filter((line) => line !== ''));
}

/** A file that the reader of a page saves. */
export interface PageFile {
  path: string;
  text: string;
}

/** Returns the blocks of a page that follow a paragraph with "Save this as `PATH`" or "Add this to `PATH`". */
export function filesOf(name: string): PageFile[] {
  const lines = readFileSync(join(docs, name), 'utf8').split('\n');
  return blocksOf(name).flatMap(({ text, line }) => {
    // The fence, and the blank line before it, are not part of the paragraph.
    const before = lines.slice(0, line - 2);
    const paragraph = before.slice(before.lastIndexOf('') + 1).join(' ');
    const [, path] = /\b(?:save this as|add this to) `([^`]+)`/i.exec(paragraph) ?? [];
    return path === undefined ? [] : [{ path, text }];
  });
}

export function blocksOf(name: string): { kind: string; text: string; line: number }[] {
  const page = readFileSync(join(docs, name), 'utf8');
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(({ 1: kind = '', 2: text = '', index }) => ({
    kind,
    text,
    line: page.slice(0, index).split('\n').length,
  }));
}
