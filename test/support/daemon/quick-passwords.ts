/**
 * A setup file. A hash of a password takes a quarter of a second of processor time, and the suite makes thousands, so it
 * has lower costs in the daemons that run in a test's own process. Daemons that tests start as processes keep the
 * product's costs, and so do master passwords.
 */
import { setPasswordCosts } from './password-costs.ts';

setPasswordCosts({ timeCost: 1, memoryKib: 1024, parallelism: 1, hashLength: 32 });
