import { afterAll, beforeAll, vi } from 'vitest';
import { passwordCosts } from '../../../src-daemon/crypto/password-costs.ts';

/** Gives passwords the product's costs, which quick-passwords.ts lowers, for the tests of a suite. */
export function keepProductCosts(): void {
  const quick = { ...passwordCosts };
  beforeAll(async () => {
    const product = await vi.importActual<typeof import('../../../src-daemon/crypto/password-costs.ts')>(
      '../../../src-daemon/crypto/password-costs.ts',
    );
    Object.assign(passwordCosts, product.passwordCosts);
  });
  afterAll(() => Object.assign(passwordCosts, quick));
}
