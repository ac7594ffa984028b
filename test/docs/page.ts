import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const docs = join(import.meta.dirname, '../../docs');

export interface Example {
  /** The line of the page where it begins. */
  line: number;
  script: string;
  /** What the page says that it prints; undefined: nothing is said. */
  output: string | undefined;
}

/** What a task of VS Code starts; `${file}` in it is the open file. */
export interface EditorTask {
  label: string;
  command: string;
  args: string[];
}

/** The tasks of VS Code that a page has, in its blocks marked `json`. */
export function tasksOf(name: string): EditorTask[] {
  return blocksOf(name)
    .filter(({ kind }) => kind === 'json')
    .flatMap(({ text }) => (JSON.parse(text) as { tasks?: EditorTask[] }).tasks ?? []);
}

/** The programs that an agent starts, in the blocks marked `json` that set it up. */
export function agentServersOf(name: string): { command: string; args: string[] }[] {
  type SetUp = { mcpServers?: Record<string, { command: string; args: string[] }> };
  return blocksOf(name)
    .filter(({ kind }) => kind === 'json')
    .flatMap(({ text }) => Object.values((JSON.parse(text) as SetUp).mcpServers ?? {}));
}

/**
 * The examples of a page, by its path from docs/: every block marked `sh` is a script, and a block marked `output` right after it is
 * what it prints. Other blocks (`text`, `json`) are not run.
 */
export function examplesOf(name: string): Example[] {
  const blocks = blocksOf(name);
  return blocks.flatMap(({ kind, text, line }, index) => {
    const next = blocks[index + 1];
    return kind === 'sh' ? [{ line, script: text, output: next?.kind === 'output' ? next.text : undefined }] : [];
  });
}

/** The commands of a page's examples, one a line. */
export function commandsOf(name: string): string[] {
  return examplesOf(name).flatMap(({ script }) => script.split('\n').filter((line) => line !== ''));
}

function blocksOf(name: string): { kind: string; text: string; line: number }[] {
  const page = readFileSync(join(docs, name), 'utf8');
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(({ 1: kind = '', 2: text = '', index }) => ({
    kind,
    text,
    line: page.slice(0, index).split('\n').length,
  }));
}
