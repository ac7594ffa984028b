import type { SlicedWork } from '../../core/sliced-work.ts';
import { createFollowers, type FormFollower } from './form-follower.ts';
import { createPatternMatcher, type PatternMatcher } from './pattern-matcher.ts';

/** What a mask looks for. */
export interface FormIndex {
  matcher: PatternMatcher;
  /** The longest text that the matcher knows: of longer forms their beginnings of this length. */
  beginning: number;
  /** The longer forms that begin so, and what follows each. */
  longerThan(beginning: string): ReadonlyMap<string, () => FormFollower>;
}

/** Forms between two pauses. */
const pause = 500;

/**
 * Prepares the search for many forms. The matcher gets no more than the beginning of a long one, so that a large
 * secret costs neither its length many times over in memory nor as much held back; the rest is followed where it comes.
 */
export function* createFormIndex(forms: Iterable<string>, beginning: number): SlicedWork<FormIndex> {
  const patterns = new Set<string>();
  const long = new Map<string, string[]>();
  let read = 0;
  for (const form of forms) {
    if (++read % pause === 0) yield;
    const start = form.slice(0, beginning);
    patterns.add(start);
    if (form.length === start.length) continue;
    const known = long.get(start);
    if (known === undefined) long.set(start, [form]);
    else known.push(form);
  }
  const matcher = yield* createPatternMatcher([...patterns]);
  const prepared = new Map<string, ReadonlyMap<string, () => FormFollower>>();

  return {
    matcher,
    beginning,
    longerThan(start) {
      const known = prepared.get(start);
      if (known !== undefined) return known;
      const forms = long.get(start) ?? [];
      const followers = new Map(forms.map((form) => [form, createFollowers(form, beginning)]));
      prepared.set(start, followers);
      return followers;
    },
  };
}
