import { StreamLanguage, type StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { loadPart } from '../../client/load-part.ts';
import { completionsOf } from './completion/completion.ts';
import { defaultIndent } from './detect-indent.ts';
import { indentFold } from './indent-fold.ts';

type Loader = () => Promise<Extension>;

const stream = (parser: StreamParser<unknown>): Extension => [StreamLanguage.define(parser), indentFold];

const loaders: Record<string, Loader> = {
  python: () => import('@codemirror/lang-python').then((module) => module.python()),
  javascript: () => import('@codemirror/lang-javascript').then((module) => module.javascript()),
  typescript: () => import('@codemirror/lang-javascript').then((module) => module.javascript({ typescript: true })),
  bash: () => import('@codemirror/legacy-modes/mode/shell').then((module) => stream(module.shell)),
  ruby: () => import('@codemirror/legacy-modes/mode/ruby').then((module) => stream(module.ruby)),
  perl: () => import('@codemirror/legacy-modes/mode/perl').then((module) => stream(module.perl)),
  lua: () => import('@codemirror/legacy-modes/mode/lua').then((module) => stream(module.lua)),
  r: () => import('@codemirror/legacy-modes/mode/r').then((module) => stream(module.r)),
  c: () => import('@codemirror/legacy-modes/mode/clike').then((module) => stream(module.c)),
  cpp: () => import('@codemirror/legacy-modes/mode/clike').then((module) => stream(module.cpp)),
  java: () => import('@codemirror/legacy-modes/mode/clike').then((module) => stream(module.java)),
  go: () => import('@codemirror/legacy-modes/mode/go').then((module) => stream(module.go)),
  rust: () => import('@codemirror/legacy-modes/mode/rust').then((module) => stream(module.rust)),
};

const indents: Record<string, string> = { go: '\t', javascript: '  ', typescript: '  ', ruby: '  ', lua: '  ' };

/** These grammars know the names of the code. */
const knowNames = ['python', 'javascript', 'typescript'];

/**
 * Loads the grammar of a language with its usual indentation and its completions; without a grammar, blocks fold by their
 * indentation.
 */
export async function loadLanguage(id: string): Promise<Extension> {
  const load = loaders[id];
  const grammar = load === undefined ? indentFold : await loadPart(load);
  const completions = completionsOf(id, { fromDocument: !knowNames.includes(id) });
  return [defaultIndent.of(indents[id] ?? '    '), grammar, completions];
}
