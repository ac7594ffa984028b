import * as contract from '../../src-shared/contracts/accounts.contract.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../src-shared/contracts/api-keys.contract.ts';
import {
  challengeShell,
  forgetKeptSession,
  keepSession,
  readRemembered,
  restoreSession,
} from '../../src-shared/contracts/remembered.contract.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { AccountsService } from './accounts.service.ts';
import type { ApiKeysService } from './api-keys/api-keys.service.ts';
import type { Registration } from './register.ts';
import type { RememberedSession } from './sessions/remembered-session.ts';
import type { SessionsService } from './sessions/sessions.service.ts';
import type { VerifyCredential } from './verify-credential.ts';

interface AccountServices {
  register: Registration;
  accounts: AccountsService;
  sessions: SessionsService;
  verifyCredential: VerifyCredential;
  remembered: RememberedSession;
  apiKeys: ApiKeysService;
}

const {
  register,
  registerWithoutKey,
  login,
  verify,
  refresh,
  logout,
  listSessions,
  revokeSession,
  changePassword,
  deleteAccount,
} = contract;

export function mountAccounts(host: EndpointHost, services: AccountServices): void {
  const { accounts, sessions, remembered, apiKeys } = services;
  mountEndpoints(
    host,
    {
      register,
      registerWithoutKey,
      login,
      verify,
      refresh,
      logout,
      listSessions,
      revokeSession,
      changePassword,
      deleteAccount,
    },
    {
      register: ({ client, body }) => services.register.withKey(client, body),
      registerWithoutKey: ({ client, body }) => services.register.withoutKey(client, body),
      login: ({ client, body }) => accounts.login(client, body),
      verify: ({ client, credentials, body }) => services.verifyCredential(client, credentials, body?.token),
      refresh: ({ client, credentials }) => sessions.refresh(client, credentials.authorization),
      logout: ({ actor, body }) => sessions.logOut(actor, body),
      listSessions: ({ actor }) => ({ sessions: sessions.list(actor) }),
      revokeSession: ({ actor, params }) => sessions.revoke(actor, params.id),
      changePassword: ({ actor, body }) => accounts.changePassword(actor, body),
      deleteAccount: ({ actor, body }) => accounts.remove(actor, body.password),
    },
  );
  mountEndpoints(
    host,
    { challengeShell, readRemembered, keepSession, forgetKeptSession, restoreSession },
    {
      challengeShell: () => remembered.challenge(),
      readRemembered: ({ actor }) => remembered.read(actor),
      keepSession: ({ actor, body }) => remembered.keep(actor, body),
      forgetKeptSession: ({ actor }) => remembered.forget(actor),
      restoreSession: ({ client, body }) => remembered.restore(client, body),
    },
  );
  mountEndpoints(
    host,
    { listApiKeys, createApiKey, revokeApiKey },
    {
      listApiKeys: ({ actor }) => ({ apiKeys: apiKeys.list(actor) }),
      createApiKey: ({ actor, body }) => apiKeys.create(actor, body),
      revokeApiKey: ({ actor, params }) => apiKeys.revoke(actor, params.id),
    },
  );
}
