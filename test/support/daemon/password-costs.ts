import { passwordCosts } from '../../../src-daemon/crypto/password-costs.ts';

/** The product's costs, as they are before a test lowers them. */
export const productCosts = { ...passwordCosts };

/** Sets the costs of passwords in this process, which are constants of the product. */
export function setPasswordCosts(costs: { [Cost in keyof typeof productCosts]: number }): void {
  Object.assign(passwordCosts, costs);
}
