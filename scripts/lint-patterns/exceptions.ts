/**
 * Expressions that the check rejects although they are safe: they match no untrusted text, or they cannot be checked and
 * test/daemon/untrusted-text.full.test.ts measures them. `text` is the beginning of the expression in the source.
 */
export const exceptions: readonly { path: string; text: string; reason: string }[] = [
  {
    path: 'scripts/install/lock-addresses.mjs',
    text: '/\\/+$/',
    reason:
      "The registry of this machine's npm configuration. The script runs before modules of the project can be imported.",
  },
  {
    path: 'src-daemon/engine/docker/images/versions.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of the expression
    text: "new RegExp(`^${language.id}=(.*)$`, 'm')",
    reason: 'Ids of our own table; the pattern is anchored to a line and has one part that varies.',
  },
  {
    path: 'src-renderer/ui/code-editor/find/find-query.ts',
    text: 'new RegExp(pattern, flags)',
    reason: 'The expression that the user searches for. Only a worker runs it, which is ended after two seconds.',
  },
  {
    path: 'src-shared/formats/visible-text.ts',
    text: 'new RegExp(',
    reason: 'Each alternative reads one character and at most two around it; the corpus measures it.',
  },
  {
    path: 'scripts/build/integrity-plugin.ts',
    text: '/<script src="',
    reason: 'The page that was just built from our own sources.',
  },
  {
    path: 'scripts/build/integrity-plugin.ts',
    text: '/<script [^>]*src="',
    reason: 'The same page.',
  },
  {
    path: 'scripts/style/find-style-faults.ts',
    text: '/^(package-lock',
    reason: 'Paths of files of the project.',
  },
  {
    path: 'scripts/style/plain-english.ts',
    text: '/(\\/\\*\\*?\\s*',
    reason: 'Sources of the project, of which none is long.',
  },
  {
    path: 'scripts/style/plain-english.ts',
    text: '/\\/\\*[',
    reason: 'The same sources.',
  },
  {
    path: 'src-daemon/interface/page-policy.ts',
    text: '/<script(?: type="importmap")?>',
    reason: 'The same page, as it was installed; read once at the start.',
  },
];
