import { findMatches, type Matches, type Replacement, replaceMatches } from './find-matches.ts';
import type { FindQuery } from './find-query.ts';

/** A request to the finder's worker. */
export type FindTask =
  | { kind: 'find'; text: string; query: FindQuery }
  | { kind: 'replace'; text: string; query: FindQuery; replacement: string };

export type FindAnswer = { kind: 'found'; matches: Matches } | { kind: 'replaced'; changes: Replacement[] };

export function answerFindTask(task: FindTask): FindAnswer {
  if (task.kind === 'find') return { kind: 'found', matches: findMatches(task.text, task.query) };
  return { kind: 'replaced', changes: replaceMatches(task.text, task.query, task.replacement) };
}
