import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listApiKeys, revokeApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { acceptItems, listRolledBackItems } from '../../../src-shared/contracts/items.contract.ts';
import { listSecrets } from '../../../src-shared/contracts/secrets.contract.ts';
import { asKey, readRefusal } from '../../support/api-client.ts';
import { until } from '../../support/until.ts';
import { openScene, type Scene } from './rolled-back.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});

afterEach(async () => {
  await scene.daemon.stop();
});

const refused = { code: 'item_rolled_back', status: 409 };
const secretRefusal = async (name: string) => readRefusal(await scene.lengthOf(name));
const keyRefusal = (apiKey: string) => scene.client().with(asKey(apiKey)).refusal(listSecrets);
const expectDegraded = () => until(async () => (await scene.health()).integrity.status === 'failing');

/** The owner looks, accepts with the password, and the daemon has nothing to say any more. */
async function acceptAll(expected: object[]): Promise<void> {
  const items = await scene.listed();
  expect(items).toMatchObject(expected);
  expect(await scene.accept(items)).toEqual({ accepted: items.length });
  expect(await scene.listed()).toEqual([]);
  expect((await scene.health()).integrity).toEqual({ status: 'ok' });
}

describe('an API key', () => {
  test('that was revoked and is put back is refused, and only to its holder', async () => {
    const { id, apiKey } = await scene.makeKey(['secrets']);
    const [keys, heads] = [scene.rows('api_keys'), scene.rows('item_heads')];
    await scene.client().call(revokeApiKey, { params: { id } });
    expect(await keyRefusal(apiKey)).toMatchObject({ code: 'unauthorized' });
    scene.putBack('api_keys', keys);
    scene.putBack('item_heads', heads);
    await scene.restart();
    expect(await keyRefusal(apiKey)).toMatchObject(refused);
    const otherKey = apiKey.slice(0, -1) + (apiKey.endsWith('x') ? 'y' : 'x');
    expect(await keyRefusal(otherKey)).toMatchObject({ code: 'unauthorized' });
    await expectDegraded();
    await acceptAll([{ kind: 'api_key', id, name: 'narrow', fault: 'older' }]);
    await scene.client().with(asKey(apiKey)).call(listSecrets);
  });

  test.each([
    ['scopes', `'["execute","secrets","admin"]'`],
    ['secret_names', 'NULL'],
    ['expires_at', '99999999999999'],
    ['account_id', '2'],
  ])('whose %s was changed is refused', async (column, value) => {
    const other = await scene.daemon.newUser();
    expect(other.id).toBe(2);
    const { id, apiKey } = await scene.makeKey(['execute']);
    scene.edit((db) => {
      db.run("UPDATE api_keys SET secret_names = '[\"A\"]' WHERE id = ? AND ? = 'never'", [id, column]);
      db.run(`UPDATE api_keys SET ${column} = ${value} WHERE id = ?`, [id]);
      if (column === 'secret_names') db.run("UPDATE api_keys SET secret_names = '[]' WHERE id = ?", [id]);
    });
    const answer = await keyRefusal(apiKey);
    expect(['item_rolled_back', 'unauthorized']).toContain(answer.code);
    if (column !== 'account_id') expect(answer).toMatchObject(refused);
  });

  test('that is refused can still be revoked by its owner', async () => {
    const { id, apiKey } = await scene.makeKey(['secrets']);
    scene.edit((db) => db.run('DELETE FROM item_heads WHERE item_id = ?', [id]));
    expect(await keyRefusal(apiKey)).toMatchObject(refused);
    await scene.session().call(revokeApiKey, { params: { id } });
    expect(await scene.listed()).toEqual([]);
    expect((await scene.session().call(listApiKeys)).apiKeys).toHaveLength(1);
  });
});

describe('an acceptance', () => {
  test('needs a session and the password, and the state that was shown', async () => {
    await scene.putSecret('TOKEN', 'first');
    scene.edit((db) => db.run("UPDATE secrets SET description = 'x'"));
    const items = await scene.listed();
    const named = items.map(({ kind, id, digest }) => ({ kind, id, digest }));
    const body = { password: scene.user.password, items: named };
    expect(await scene.client().refusal(acceptItems, { body })).toMatchObject({ code: 'forbidden' });
    const wrong = { body: { ...body, password: 'wrong password' } };
    expect(await scene.session().refusal(acceptItems, wrong)).toMatchObject({ code: 'invalid_credentials' });
    scene.edit((db) => db.run("UPDATE secrets SET description = 'y'"));
    expect(await scene.session().refusal(acceptItems, { body })).toMatchObject(refused);
    expect(await secretRefusal('TOKEN')).toMatchObject(refused);
    const other = await scene.daemon.newUser();
    expect(await other.session.refusal(acceptItems, { body })).toMatchObject({ code: 'item_not_found' });
    expect((await other.session.call(listRolledBackItems)).items).toEqual([]);
  });
});
