import { beforeAll, beforeEach } from 'vitest';
import {
  deleteProvider,
  listProviders,
  putProvider,
  testProvider,
} from '../../../../src-shared/contracts/providers.contract.ts';
import type { TestDaemon, TestUser } from '../../../support/daemon/test-daemon.ts';

/** The providers of one account for all tests of a file, each of which begins without one. */
export function providersOfFile(daemon: () => TestDaemon) {
  let user: TestUser;
  beforeAll(async () => {
    user = await daemon().newUser();
  });
  beforeEach(async () => {
    for (const { id } of await list()) await user.client.call(deleteProvider, { params: { id } });
  });

  const list = async () => (await user.client.call(listProviders)).providers;
  return {
    user: () => user,
    list,
    put: (id: string, body: object) => user.client.call(putProvider, { params: { id }, body }),
    test: (id = 'p') => user.client.call(testProvider, { params: { id } }),
  };
}
