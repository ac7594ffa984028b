/**
 * fast-check with a fixed seed in the core, so that a run cannot fail by chance, and with a new one in the full tier. A
 * failure prints its seed.
 */
import fc from 'fast-check';
import { isFullTier } from './tier.ts';

if (!isFullTier) fc.configureGlobal({ seed: 1 });

export { fc };
