/**
 * True if `npm run test:full` runs the suites that need minutes or a second engine; `npm test` runs all others (the core).
 */
export const isFullTier = process.env.STRONGROOM_TEST_TIER === 'full';
