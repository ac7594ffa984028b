import { afterAll, beforeAll } from 'vitest';
import { passwordCosts } from '../../../src-daemon/crypto/password-costs.ts';
import { productCosts, setPasswordCosts } from './password-costs.ts';

/** Gives passwords the product's costs, which quick-passwords.ts lowers, for the tests of a suite. */
export function keepProductCosts(): void {
  const quick = { ...passwordCosts };
  beforeAll(() => setPasswordCosts(productCosts));
  afterAll(() => setPasswordCosts(quick));
}
