import { describe, expect, test } from 'vitest';
import {
  addPackage,
  listPackages,
  removePackage,
  setPackages,
} from '../../../src-shared/contracts/packages.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

describe('a bad package request', () => {
  const daemon = testDaemonOfFile();

  test('names every bad package of a list and changes nothing', async () => {
    const { client } = await daemon().newUser();
    const refusal = await client.refusal(setPackages, {
      body: {
        packages: [
          { language: 'python', name: 'fine' },
          { language: 'python', name: '--pre' },
        ],
      },
    });
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_request', details: [{ path: 'packages[1].name' }] });
    expect(await client.call(listPackages)).toEqual({ packages: [] });
  });

  test.each([
    [{ language: 'klingon', name: 'a' }, 422, 'unknown_language'],
    [{ language: 'bash', name: 'a' }, 422, 'packages_not_supported'],
    [{ language: 'python', name: '' }, 400, 'invalid_request'],
    [{ language: 'python', name: 'a'.repeat(215) }, 400, 'invalid_request'],
    [{ language: 'python', name: 'a', version: '' }, 400, 'invalid_request'],
    [{ language: 'python', name: 'a', version: '1'.repeat(257) }, 400, 'invalid_request'],
    [{ language: 'python', name: 'a', extra: true }, 400, 'invalid_request'],
    [{ language: 'python' }, 400, 'invalid_request'],
  ])('%o is refused', async (body, status, code) => {
    const { client } = await daemon().newUser();
    expect(await client.refusal(addPackage, { body })).toMatchObject({ status, code });
    expect(await client.call(listPackages)).toEqual({ packages: [] });
  });

  test('with one name twice, however it is written, is refused', async () => {
    const { client } = await daemon().newUser();
    const packages = ['Some_Thing', 'some.thing'].map((name) => ({ language: 'python', name }));
    const refusal = await client.refusal(setPackages, { body: { packages } });
    expect(refusal.details).toEqual([{ path: 'packages[1].name', message: 'is in the list twice' }]);
  });

  test('with more packages than a list holds is refused', async () => {
    const { client } = await daemon().newUser();
    const packages = Array.from({ length: 201 }, (_, index) => ({ language: 'python', name: `p${index}` }));
    expect(await client.refusal(setPackages, { body: { packages } })).toMatchObject({ code: 'invalid_request' });
  });

  test('for a package that is not in the list is 404', async () => {
    const { client } = await daemon().newUser();
    const refusal = await client.refusal(removePackage, { params: { language: 'python', name: '../x' } });
    expect(refusal).toMatchObject({ status: 404, code: 'package_not_found' });
  });

  test('of a key without the scope is refused by name', async () => {
    const user = await daemon().newUser();
    const { createApiKey } = await import('../../../src-shared/contracts/api-keys.contract.ts');
    const made = await user.session.call(createApiKey, { body: { name: 'runs only', scopes: ['execute'] } });
    const refusal = await user.client.with({ 'x-api-key': made.apiKey }).refusal(listPackages);
    expect(refusal).toMatchObject({ status: 403, code: 'forbidden', message: expect.stringContaining('packages') });
  });
});
