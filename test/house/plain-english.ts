import ts from 'typescript';

/** A term that the project's texts do not use, and what to write in its place. */
interface BannedTerm {
  pattern: RegExp;
  instead: string;
}

/** Found in comments, strings, interface texts and documents, as well as in code. */
const phrases: BannedTerm[] = [
  { pattern: /\bwhoever\b/i, instead: 'the actor: the client, the user, the caller' },
  { pattern: /\b(nobody|somebody)\b/i, instead: 'the actor, "no one" or a passive verb' },
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
  { pattern: /\bthoughts\b/i, instead: 'reasoning' },
  { pattern: /\bcourtesy\b/i, instead: 'delay' },
  { pattern: /\bstand-ins?\b|\bstands? in for\b/i, instead: 'fake, mock, stub server' },
  { pattern: /\bmishaps?\b/i, instead: 'failures, fault injection' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix, repair' },
  { pattern: /\bbeside\b/i, instead: 'next to, in addition to' },
  { pattern: /\bmeanwhile\b/i, instead: 'while …, during …' },
];

/** Parts of identifiers: `toldWords` has two of them. */
const identifierParts: Record<string, string> = {
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
  thoughts: 'reasoning',
  courtesy: 'delay',
  mishap: 'failure',
  mishaps: 'failures',
  room: 'folder, project, capacity',
  rooms: 'folders, projects',
  house: 'project',
  mended: 'repaired',
  whoever: 'the actor',
  nobody: 'the actor',
  somebody: 'the actor',
};

/** A comment begins with its subject or its verb, not with a clause that has neither. */
const bareClause =
  /(\/\*\*?\s*(?:\n\s*\*\s*)?|^\s*\*\s+@returns\s+|\/\/\s+|^\s*#\s+)(What|Whether|Whose|Whoever|Who|Of|How (?:many|much|long|often|far|big|large))\b[^?\n]*$/gm;

/** Returns a line for each term of a text that has a plainer one. */
export function findBannedTerms(path: string, text: string): string[] {
  const isCode = /\.(ts|tsx|mjs|mts)$/.test(path);
  return [
    ...findPhrases(text),
    ...(/\.md$/.test(path) ? [] : findBareClauses(text)),
    ...(isCode ? findIdentifiers(path, text) : []),
  ];
}

function findPhrases(text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    phrases.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${index + 1}: "${found[0]}": ${instead}`];
    }),
  );
}

function findBareClauses(text: string): string[] {
  return [...text.matchAll(bareClause)].map(({ index, 1: mark = '', 2: start = '' }) => {
    const line = text.slice(0, index + mark.length).split('\n').length;
    return `${line}: a comment that begins with "${start}": name the subject or the verb`;
  });
}

function findIdentifiers(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const found: string[] = [];
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      for (const part of partsOf(node.text)) {
        const instead = identifierParts[part];
        if (instead === undefined || !Object.hasOwn(identifierParts, part)) continue;
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        found.push(`${line + 1}: the identifier ${node.text}: ${instead}`);
      }
    }
    ts.forEachChild(node, visit);
  }
}

/** The parts of a camelCase identifier, in lower case. */
function partsOf(identifier: string): string[] {
  return identifier.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$#\d]+/).map((part) => part.toLowerCase());
}
