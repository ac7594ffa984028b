import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const docs = join(import.meta.dirname, '../../docs');

export interface Example {
  /** First line of the example in the page. */
  line: number;
  script: string;
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
 * Returns the examples of a page, named by its path from docs/. Each `sh` block is a script; an `output` block right after
 * it is its expected output. Other blocks (`text`, `json`) are not run.
 */
export function examplesOf(name: string): Example[] {
  const blocks = blocksOf(name);
  return blocks.flatMap(({ kind, text, line }, index) => {
    const next = blocks[index + 1];
    return kind === 'sh' ? [{ line, script: text, output: next?.kind === 'output' ? next.text : undefined }] : [];
  });
}

/** Returns the commands of a page's examples: each line is one. */
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
