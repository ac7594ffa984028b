import { historyFolders } from '../../src-shared/formats/ignore-rules.ts';

/**
 * Code points that HFS+ ignores in names: U+200C to U+200F, U+202A to U+202E, U+206A to U+206F and U+FEFF (`next_hfs_char`
 * in Git's utf8.c).
 */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** Names that Git reads or writes in the folder of a repository (gitrepository-layout(5)), in folded spelling. */
const partsOfRepository: ReadonlySet<string> = new Set([
  ...[
    'head',
    'objects',
    'refs',
    'commondir',
    'gitdir',
    'config',
    'config.worktree',
    'hooks',
    'info',
    'index',
    'common',
  ],
  ...[
    'packed-refs',
    'logs',
    'modules',
    'worktrees',
    'branches',
    'remotes',
    'shallow',
    'description',
    'reftable',
    'lfs',
  ],
  ...['rebase-merge', 'rebase-apply', 'sequencer', 'fetch_head', 'orig_head', 'merge_head', 'cherry_pick_head', 'svn'],
]);

/**
 * Returns one spelling for all names that a file system may take for the same one: without regard to case, to characters
 * that HFS+ ignores, to dots and spaces at the end, and to a stream (`name::$INDEX_ALLOCATION`) as on NTFS. It applies on
 * every system, because a folder can be shared with, or moved to, another one.
 */
export function foldName(name: string): string {
  const [file = ''] = name.replace(ignoredByHfs, '').split(':');
  // NFKC also maps letters that equal an ASCII letter without regard to case, such as U+017F (s) and U+212A (K).
  const folded = file.normalize('NFKC').toLowerCase();
  let end = folded.length;
  while (folded[end - 1] === '.' || folded[end - 1] === ' ') end -= 1;
  return folded.slice(0, end);
}

/**
 * Returns true for a name of a folder, or of the file of a worktree, that belongs to version control. For `.git` the rules
 * are those of Git itself (`verify_path`, `is_ntfs_dotgit`, `is_hfs_dotgit`), with every short name `git~N`.
 */
export function isVersionControl(name: string): boolean {
  const folded = foldName(name);
  return historyFolders.has(folded) || /^git~\d+$/.test(folded);
}

/** Returns true for the name of a file or folder that Git uses in the folder of a repository. */
export function isPartOfRepository(name: string): boolean {
  return partsOfRepository.has(foldName(name));
}

/**
 * Returns true if Git takes a folder with these names for a repository, so that `git status` in it runs the programs of its
 * `config` (`is_git_directory` in Git's setup.c). Contents are not considered: they can follow later.
 */
export function isRepository(names: Iterable<string>): boolean {
  const folded = new Set(Array.from(names, foldName));
  return folded.has('head') && (folded.has('commondir') || (folded.has('objects') && folded.has('refs')));
}
