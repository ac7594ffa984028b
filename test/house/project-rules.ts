import { pageStateRule } from './page-state-rule.ts';

/** The rules of the house that no linter knows: each takes a path and a source, and gives the breaches it sees. */
export interface HouseRule {
  name: string;
  breaches: (path: string, source: string) => string[];
}

const wallLines = 250;
const forbiddenNames = /^(utils?|helpers?|common|managers?|misc)$/;
const sql = /\b(SELECT\s[^'`]*\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+TABLE)\b/;

export const houseRules: HouseRule[] = [
  {
    name: 'no file passes the wall of 250 lines',
    breaches: (path, source) => {
      const lines = source.trimEnd().split('\n').length;
      return isSource(path) && lines > wallLines ? [`${lines} lines`] : [];
    },
  },
  {
    name: 'files and folders are in kebab-case',
    breaches: (path) => (isOurs(path) ? parts(path).filter((part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)) : []),
  },
  {
    name: 'nothing is called utils, helpers, common or manager',
    breaches: (path) =>
      isOurs(path) ? parts(path).filter((part) => part.split('-').some((word) => forbiddenNames.test(word))) : [],
  },
  {
    name: 'SQL lives in stores and in db',
    breaches: (path, source) => {
      const isItsPlace = path.endsWith('.store.ts') || path.startsWith('src-daemon/db/');
      return isSource(path) && !isItsPlace ? matches(withoutComments(source), sql) : [];
    },
  },
  {
    name: 'environment and arguments are read in config.ts and by what a process starts with only',
    breaches: (path, source) => {
      const isItsPlace =
        /^(src-daemon\/(process\/(config|index|install-images|offline-process)|.+-process)|src-cli\/(index|serve)|src-main\/index)\.ts$/.test(
          path,
        );
      return isSource(path) && !isItsPlace ? matches(withoutComments(source), /\bprocess\.(env|argv)\b/) : [];
    },
  },
  {
    name: 'base64 from outside is decoded by src-shared/formats/base64.ts, which takes one spelling',
    breaches: (path, source) => {
      // A draft has many megabytes, and its schema has refused every other spelling before.
      const isChecked =
        isSource(path) && !path.startsWith('src-renderer/') && path !== 'src-daemon/drafts/drafts.service.ts';
      const lenient = /\bBuffer\.from\([^()]*, *'base64(url)?'\)|\batob\(|\bbase64url\.decode\(/;
      return isChecked ? matches(withoutComments(source), lenient) : [];
    },
  },
  {
    name: 'what is written to a terminal passes the function for it',
    breaches: (path, source) => {
      const isItsPlace =
        path.startsWith('src-cli/output/') ||
        // Samples are programs for the sandbox.
        path.startsWith('src-renderer/features/executions/samples/') ||
        ['src-daemon/process/process-output.ts', 'src-daemon/keystore/ask-passphrase.ts'].includes(path);
      const writes = /(?<!\bsys\.)\bstd(out|err)\.(write|end)\(|\bconsole\.\w+\(/;
      return isSource(path) && !isItsPlace ? matches(withoutComments(source), writes) : [];
    },
  },
  pageStateRule,
  {
    name: 'nothing is exported as default',
    breaches: (path, source) => (isSource(path) ? matches(withoutComments(source), /^export default\b/m) : []),
  },
];

function isOurs(path: string): boolean {
  return /^(src-[^/]+|scripts|test|bench)\//.test(path) && /\.(ts|tsx|mjs)$/.test(path);
}

function isSource(path: string): boolean {
  return /^src-[^/]+\//.test(path) && /\.tsx?$/.test(path);
}

/** The words of a path, without extensions (`accounts.store.ts` is two words and an extension). */
function parts(path: string): string[] {
  return path.replace(/(\.d)?\.(ts|tsx|mjs)$/, '').split(/[/.]/);
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

function matches(text: string, pattern: RegExp): string[] {
  const found = pattern.exec(text);
  return found ? [found[0].slice(0, 60)] : [];
}
