import type { LanguageFamily } from '../../src-daemon/engine/languages.ts';

/** Whose images the tests make where they are absent: base and scripting, and with FULL=1 the large ones as well. */
export const wantedFamilies: readonly LanguageFamily[] =
  process.env.FULL === '1' ? ['base', 'scripting', 'native', 'jvm'] : ['base', 'scripting'];
