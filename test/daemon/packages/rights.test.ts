/** Who adds packages: only a credential that may do all that their code can do in later runs. */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import {
  addPackage,
  listPackages,
  removePackage,
  setPackages,
} from '../../../src-shared/contracts/packages.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const spec = { language: 'python', name: 'six' };

it('a key that lacks a right of their code sets and adds none, and is told every one that it lacks', async () => {
  const user = await daemon().newUser();
  for (const [key, missing] of [
    [{ scopes: ['packages'] }, ['"execute"', '"secrets"']],
    [{ scopes: ['packages', 'execute'] }, ['"secrets"']],
    [{ scopes: ['packages', 'secrets'] }, ['"execute"']],
    [{ scopes: ['packages', 'execute', 'secrets'], secretNames: ['A'] }, ['secretNames']],
    [{ scopes: ['packages', 'execute'], secretNames: [] }, ['"secrets"', 'secretNames']],
  ] as const) {
    const { apiKey } = await user.session.call(createApiKey, { body: { name: 'narrow', ...key } });
    const client = user.client.with(asKey(apiKey));
    for (const refused of [
      await client.refusal(addPackage, { body: spec }),
      await client.refusal(setPackages, { body: { packages: [spec] } }),
    ]) {
      expect(refused).toMatchObject({ code: 'forbidden' });
      for (const words of ['"execute"', '"secrets"', 'secretNames'])
        expect(refused.message.includes(words), `${JSON.stringify(key)} ${words}`).toBe(
          (missing as readonly string[]).includes(words),
        );
    }
    expect(await client.call(listPackages)).toEqual({ packages: [] });
    const params = { language: 'python', name: 'six' };
    expect(await client.refusal(removePackage, { params })).toMatchObject({ code: 'package_not_found' });
  }
});
