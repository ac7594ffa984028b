import { expect, test } from 'vitest';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();

test('a 201st secret is refused, and the 200 others can still be replaced', async () => {
  const user = await daemon().newUser();
  const put = (name: string, value: string) => user.client.call(putSecret, { params: { name }, body: { value } });
  for (let index = 0; index < 200; index++) await put(`S${index}`, 'x');
  const refused = await user.client.refusal(putSecret, { params: { name: 'S200' }, body: { value: 'x' } });
  expect(refused).toMatchObject({ code: 'too_many_secrets' });
  expect(await put('S7', 'y')).toMatchObject({ version: 2 });
});
