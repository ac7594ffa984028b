import ignore from 'ignore';

/** Files whose patterns name what is left out of a copy. A `.strongroomignore` has precedence over every `.gitignore`. */
export const ignoreFiles = ['.gitignore', '.strongroomignore'] as const;
export type IgnoreFile = (typeof ignoreFiles)[number];

/** Folders of version control. A program can be named in the settings that each of them contains. */
export const historyFolders: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj', '.bzr', '_darcs', '.sl']);

/** Files that usually hold secrets, and their examples without any. A `.strongroomignore` can include them. */
const secretPatterns = ['.env', '.env.*', '!.env.example', '!.env.sample', '!.env.template', '!.env.dist'];
const secretMark = 'secret';

/** `secret`: left out because it usually holds secrets, and not because a file of the user names it. */
export type Ignored = 'rule' | 'secret' | undefined;

/** Returns true for the name of a folder, or of the file of a worktree, that belongs to version control. No pattern includes it. */
export function isHistory(name: string): boolean {
  return historyFolders.has(name.toLowerCase());
}

/**
 * Applies the patterns of nested ignore files as Git does: a file's patterns apply below its folder, the last matching one
 * decides, and nothing below an ignored folder can be included again. Paths are relative and separated by `/`.
 * `ignoresCase`: the file system does not tell upper from lower case.
 */
export function createIgnoreRules({ ignoresCase }: { ignoresCase: boolean }) {
  const patterns: Record<IgnoreFile, string[]> = { '.gitignore': [], '.strongroomignore': [] };
  let rules = build();

  function build() {
    const secrets = secretPatterns.map((pattern) => ({ pattern, mark: secretMark }));
    return ignore({ ignorecase: ignoresCase })
      .add(patterns['.gitignore'])
      .add(secrets)
      .add(patterns['.strongroomignore']);
  }

  return {
    /** Adds the text of an ignore file. @param folder path of its folder; empty for the top */
    add(file: IgnoreFile, folder: string, text: string): void {
      const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
      patterns[file].push(...lines.flatMap((line) => moveTo(folder, line) ?? []));
      rules = build();
    },

    /** Says whether and why a file or a folder is left out. */
    test(path: string, { isFolder }: { isFolder: boolean }): Ignored {
      const { ignored, rule } = rules.test(isFolder ? `${path}/` : path);
      if (!ignored) return undefined;
      return rule?.mark === secretMark ? 'secret' : 'rule';
    },
  };
}

/** Returns a pattern of a folder as a pattern of the top folder (gitignore(5)); undefined for a comment or an empty line. */
function moveTo(folder: string, line: string): string | undefined {
  if (line.startsWith('#') || ['', '/'].includes(line.trim())) return undefined;
  if (folder === '') return line;
  const negation = line.startsWith('!') ? '!' : '';
  const pattern = line.slice(negation.length);
  const slash = pattern.indexOf('/');
  const isAnchored = slash !== -1 && pattern.slice(slash).trimEnd() !== '/';
  const below = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return `${negation}/${escapePattern(folder)}/${below}`;
}

function escapePattern(path: string): string {
  return path.replace(/[\\*?[\]!# ]/g, '\\$&');
}
