import type { SlicedWork } from '../../core/sliced-work.ts';
import { createFollowers, type FormFollower } from './form-follower.ts';
import { createPatternMatcher, type PatternMatcher } from './pattern-matcher.ts';

/** Index of the texts that a mask searches for. */
export interface FormIndex {
  matcher: PatternMatcher;
  /** Maximum length of a pattern in the matcher. Of a longer form, the matcher contains its beginning of this length. */
  beginning: number;
  /** Returns the longer forms with this beginning, each with a function that creates its follower. */
  longerThan(beginning: string): ReadonlyMap<string, () => FormFollower>;
}

/** Number of forms between two pauses. */
const pause = 500;

/**
 * Prepares the search for many forms. The matcher contains only the beginning of a long form, so that a large secret needs
 * little memory and holds back little output. The rest of a long form is followed after its beginning was found.
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
