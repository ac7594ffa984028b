import { pageStateRule } from './page-state-rule.ts';

/** A rule that no linter has. */
export interface ProjectRule {
  name: string;
  /** Returns one text for each violation in a file. */
  findViolations: (path: string, source: string) => string[];
}

const forbiddenNames = /^(utils?|helpers?|common|managers?|misc)$/;
const sql = /\b(SELECT\s[^'`]*\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+TABLE)\b/;

export const projectRules: readonly ProjectRule[] = [
  {
    name: 'files and folders are in kebab-case',
    findViolations: (path) => (isOwn(path) ? parts(path).filter((part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)) : []),
  },
  {
    name: 'nothing is called utils, helpers, common or manager',
    findViolations: (path) =>
      isOwn(path) ? parts(path).filter((name) => name.split('-').some((part) => forbiddenNames.test(part))) : [],
  },
  {
    name: 'SQL lives in stores and in db',
    findViolations: (path, source) => {
      const isAllowed = path.endsWith('.store.ts') || path.startsWith('src-daemon/db/');
      return isSource(path) && !isAllowed ? matches(withoutComments(source), sql) : [];
    },
  },
  {
    name: 'only config.ts and entry points of processes read the environment and the arguments',
    findViolations: (path, source) => {
      const isAllowed =
        /^(src-daemon\/(process\/(config|index|install-images|offline-process)|.+-process)|src-cli\/(index|main|serve)|src-main\/(index|preload\/index))\.ts$/.test(
          path,
        );
      return isSource(path) && !isAllowed ? matches(withoutComments(source), /\bprocess\.(env|argv)\b/) : [];
    },
  },
  {
    name: 'only src-shared/formats/base64.ts decodes base64 of clients: it accepts one spelling of each value',
    findViolations: (path, source) => {
      // The schema of a draft, which can have many megabytes, has already rejected other spellings.
      const isChecked =
        isSource(path) && !path.startsWith('src-renderer/') && path !== 'src-daemon/drafts/drafts.service.ts';
      const lenient = /\bBuffer\.from\([^()]*, *'base64(url)?'\)|\batob\(|\bbase64url\.decode\(/;
      return isChecked ? matches(withoutComments(source), lenient) : [];
    },
  },
  {
    name: 'only the functions for it write to a terminal',
    findViolations: (path, source) => {
      const isAllowed =
        path.startsWith('src-cli/output/') ||
        // Samples and snippets are programs for the sandbox.
        path.startsWith('src-renderer/features/executions/samples/') ||
        path === 'src-renderer/features/executions/format/formatters.ts' ||
        path === 'src-renderer/ui/code-editor/completion/snippets.ts' ||
        ['src-daemon/process/process-output.ts', 'src-daemon/keystore/ask-passphrase.ts'].includes(path);
      const writes = /(?<!\bsys\.)\bstd(out|err)\.(write|end)\(|\bconsole\.\w+\(/;
      return isSource(path) && !isAllowed ? matches(withoutComments(source), writes) : [];
    },
  },
  pageStateRule,
  {
    name: 'nothing is exported as default',
    findViolations: (path, source) => (isSource(path) ? matches(withoutComments(source), /^export default\b/m) : []),
  },
];

function isOwn(path: string): boolean {
  return /^(src-[^/]+|scripts|test|bench|clients)\//.test(path) && /\.(ts|tsx|mjs)$/.test(path);
}

function isSource(path: string): boolean {
  return /^src-[^/]+\//.test(path) && /\.tsx?$/.test(path);
}

/** Returns the parts of a path without its extension: `accounts.store.ts` has two. */
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
