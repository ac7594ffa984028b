/** Expressions that may take more than linear time, because they see no text that others wrote. */
export const exceptions: readonly { path: string; text: string; reason: string }[] = [
  {
    path: 'scripts/lock-addresses.mjs',
    text: '/\\/+$/',
    reason: "The registry of this machine's npm configuration; the script runs before anything can be imported.",
  },
  {
    path: 'src-daemon/engine/docker/versions.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of the expression
    text: "new RegExp(`^${language.id}=(.*)$`, 'm')",
    reason: 'Ids of our own table; the pattern is anchored to a line and has one part that varies.',
  },
];
