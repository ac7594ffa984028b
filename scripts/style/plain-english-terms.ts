/** A term that the project's texts do not use, and the text to write instead. */
export interface BannedTerm {
  pattern: RegExp;
  instead: string;
}

/** Phrases that comments, strings, interface texts and documents do not contain. */
export const phrases: readonly BannedTerm[] = [
  { pattern: /\bwhoever\b/i, instead: 'the actor: the client, the user, the caller' },
  // A user of Linux systems is called `nobody`: in quotes, in a line of /etc/passwd, or after `getent passwd root`.
  {
    pattern: /(?<!['`:]|\bgetent passwd root )\b(nobody|somebody)\b(?!:\S)/i,
    instead: 'the actor, "no one" or a passive verb',
  },
  { pattern: /\bof late\b/i, instead: 'recently' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bat hand\b/i, instead: 'available' },
  { pattern: /\b(in|its|their|own) words\b/i, instead: 'message, text' },
  { pattern: /\bthe like\b/i, instead: 'similar' },
  { pattern: /\b(of|by) itself\b/i, instead: 'automatically, on its own' },
  { pattern: /\b(is|are|was|were|be|been) gone\b/i, instead: 'is removed, no longer exists, has exited' },
  { pattern: /\bgoes\b/i, instead: 'exits, is removed, is sent, continues' },
  { pattern: /\bwant(s|ed)\b/i, instead: 'requests, requested, required, target' },
  { pattern: /\bwants? of\b/i, instead: 'requires from' },
  { pattern: /\btells\b|\btold\b/i, instead: 'returns, reports, is notified' },
  { pattern: /\bfates?\b|\bbecame of\b/i, instead: 'events, outcome' },
  { pattern: /\bfair line\b/i, instead: 'fair queue' },
  { pattern: /\bin turn\b/i, instead: 'one after the other' },
  { pattern: /\bwhat is (kept|gone)\b/i, instead: 'stored, cached, retained; no longer exists' },
  { pattern: /\b(brings?|brought) up\b/i, instead: 'start' },
  { pattern: /\bthin(s|ned)? (the|out)\b/i, instead: 'prune, trim' },
  { pattern: /\bjudg(e|es|ed|ing)\b|\bverdicts?\b/i, instead: 'classify, classification, check, result' },
  // Models have a tag named 'thoughts'.
  { pattern: /\b(?<!')thoughts\b|\bthoughts\b(?!')/i, instead: 'reasoning' },
  { pattern: /\bcourtesy\b/i, instead: 'delay' },
  { pattern: /\bstand-ins?\b|\bstands? in for\b/i, instead: 'fake, mock, stub server' },
  { pattern: /\bmishaps?\b/i, instead: 'failures, fault injection' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix, repair' },
  { pattern: /\bbeside\b/i, instead: 'next to, in addition to' },
  { pattern: /\bmeanwhile\b/i, instead: 'while …, during …' },
];

/** Parts that identifiers do not have: `toldWords` has two of them. */
export const identifierParts: Readonly<Record<string, string>> = {
  words: 'message',
  place: 'context, options',
  places: 'locations, contexts',
  fate: 'outcome',
  fates: 'events, outcomes',
  turn: 'slot, lock',
  turns: 'slots, locks',
  gone: 'removed, exited',
  goes: 'exits',
  wants: 'requires',
  wanted: 'requested, required, target',
  tells: 'reports',
  told: 'reported, notified',
  anew: 'again',
  judge: 'classify',
  verdict: 'classification',
  verdicts: 'classifications',
  judges: 'classifies',
  judged: 'classified',
  judging: 'classifying',
  thoughts: 'reasoning',
  courtesy: 'delay',
  mishap: 'failure',
  mishaps: 'failures',
  room: 'folder, project, capacity',
  rooms: 'folders, projects',
  house: 'project',
  mend: 'repair',
  mends: 'repairs',
  mended: 'repaired',
  mending: 'repairing',
  beside: 'next to',
  meanwhile: 'during, since',
  whoever: 'the actor',
  nobody: 'the actor',
  somebody: 'the actor',
};
