import { describe, expect, test } from 'vitest';
import { addPackage, listPackages, setPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();

describe('a short package request', () => {
  test('for a name alone is for Python: 201, and 200 when the list has the package', async () => {
    const { client } = await daemon().newUser();
    const added = await client.answer(addPackage, { body: { name: 'six' } });
    expect(added).toMatchObject({ status: 201, json: { language: 'python', name: 'six', requested: null } });
    const again = await client.answer(addPackage, { body: { name: 'Six', version: '1.16.0' } });
    expect(again).toMatchObject({ status: 200, json: { language: 'python', name: 'six', requested: '==1.16.0' } });
  });

  test('can add several, as names or as objects', async () => {
    const { client } = await daemon().newUser();
    await client.call(addPackage, { body: { name: 'attrs' } });
    const packages = ['six==1.16.0', { name: 'attrs' }, { language: 'javascript', name: 'left-pad' }];
    const added = await client.answer(addPackage, { body: { packages } });
    expect(added).toMatchObject({
      status: 201,
      json: { name: 'six', packages: [{ name: 'six' }, { name: 'attrs' }, { name: 'left-pad' }] },
    });
    const again = await client.answer(addPackage, { body: { packages: ['attrs'] } });
    expect(again).toMatchObject({ status: 200, json: { name: 'attrs', packages: [{ name: 'attrs' }] } });
    expect((await client.call(listPackages)).packages).toMatchObject([
      { language: 'javascript', name: 'left-pad', requested: null },
      { language: 'python', name: 'attrs', requested: null },
      { language: 'python', name: 'six', requested: '==1.16.0' },
    ]);
  });

  test('applies its language to the entries that name none', async () => {
    const { client } = await daemon().newUser();
    const packages = ['left-pad@1.3.0', { language: 'python', name: 'six' }];
    await client.call(addPackage, { body: { language: 'typescript', packages } });
    expect((await client.call(listPackages)).packages).toMatchObject([
      { language: 'javascript', name: 'left-pad', requested: '1.3.0' },
      { language: 'python', name: 'six' },
    ]);
  });

  test('can set the lists', async () => {
    const { client } = await daemon().newUser();
    const { packages } = await client.call(setPackages, { body: { packages: ['six==1.16.0', { name: 'attrs' }] } });
    expect(packages).toMatchObject([
      { language: 'python', name: 'attrs', requested: null },
      { language: 'python', name: 'six', requested: '==1.16.0' },
    ]);
  });

  test.each([
    [{}, 'name', 'is required'],
    [{ packages: [] }, 'packages', 'must not be empty'],
    [{ name: 'six', packages: ['six'] }, 'packages', 'must not be combined with name'],
    [{ packages: ['six'], version: '1' }, 'version', expect.stringContaining('must not be combined with packages')],
    [{ packages: ['six', '--pre'] }, 'packages[1].name', expect.stringContaining('PEP 508')],
    [{ packages: ['six', 'Six'] }, 'packages[1].name', 'is in the list twice'],
    [{ packages: ['six', ''] }, 'packages[1]', 'must not be empty'],
    [{ packages: [{ name: 'six', versoin: '1' }] }, 'packages[0].versoin', 'is not a field of this request'],
    [{ packages: [1] }, 'packages[0]', 'does not match the documented schema'],
  ])('%j is refused by its field', async (body, path, message) => {
    const { client } = await daemon().newUser();
    const refusal = await client.refusal(addPackage, { body });
    expect(refusal).toMatchObject({ code: 'invalid_request', details: [{ path, message }] });
    expect(await client.call(listPackages)).toEqual({ packages: [] });
  });
});
