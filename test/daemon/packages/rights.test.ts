/** Only a credential with all rights that the code of packages has in later runs can add packages. */
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

it('a key that lacks a right of their code cannot set or add any, and the error names each missing right', async () => {
  const user = await daemon().newUser();
  for (const [key, missing] of [
    [{ scopes: ['packages'] }, ['"execute"', '"secrets"']],
    [{ scopes: ['packages', 'execute'] }, ['"secrets"']],
    [{ scopes: ['packages', 'secrets'] }, ['"execute"']],
    [{ scopes: ['packages', 'execute', 'secrets'], secretNames: ['A'] }, ['some secrets']],
    [{ scopes: ['packages', 'execute'], secretNames: [] }, ['"secrets"', 'some secrets']],
  ] as const) {
    const { apiKey } = await user.session.call(createApiKey, { body: { name: 'narrow', ...key } });
    const client = user.client.with(asKey(apiKey));
    for (const refused of [
      await client.refusal(addPackage, { body: spec }),
      await client.refusal(setPackages, { body: { packages: [spec] } }),
    ]) {
      expect(refused).toMatchObject({ code: 'forbidden' });
      for (const right of ['"execute"', '"secrets"', 'some secrets'])
        expect(refused.message.includes(right), `${JSON.stringify(key)} ${right}`).toBe(
          (missing as readonly string[]).includes(right),
        );
    }
    expect(await client.call(listPackages)).toEqual({ packages: [] });
    const params = { language: 'python', name: 'six' };
    expect(await client.refusal(removePackage, { params })).toMatchObject({ code: 'package_not_found' });
  }
});
