import { beforeEach, describe, expect, it } from 'vitest';
import { allowInCeiling } from '../../../src-renderer/client/allow-in-ceiling.ts';
import { settingsQuery } from '../../../src-renderer/client/queries.ts';
import { sessionQueries } from '../../../src-renderer/client/session/session-scope.ts';
import { ceilingEntryOf, isWithinCeiling } from '../../../src-renderer/ui/network/ceiling.ts';
import { emptyRule } from '../../../src-renderer/ui/network/rule-form.ts';
import { secretOptions } from '../../../src-renderer/ui/network/rule-secrets.ts';
import type { CeilingEntry } from '../../../src-shared/contracts/network/network-rules.ts';
import type { SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { defaultSettings, type Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, type SentRequest } from '../page/requests.ts';

describe('the hosts that the settings allow', () => {
  it.each<[CeilingEntry[], boolean]>([
    [[], false],
    [[{ host: '*' }], true],
    [[{ host: '*.example.com' }], true],
    [[{ host: 'example.com' }], false],
    [[{ host: '*.example.com', ports: [443] }], false],
    [[{ host: '*.example.com', ports: [443, 8443] }], true],
    [[{ host: 'api.example.com', protocols: ['tcp'] }], false],
    // One entry must allow all ports, as in the daemon.
    [
      [
        { host: '*', ports: [443] },
        { host: '*', ports: [8443] },
      ],
      false,
    ],
  ])('%j contain a rule with two ports: %j', (ceiling, isWithin) => {
    expect(isWithinCeiling({ host: 'api.example.com', ports: [443, 8443] }, ceiling)).toBe(isWithin);
  });

  it('contain a rule when its own entry is added', () => {
    for (const rule of [{ host: '*.example.com' }, { host: 'a.b', protocol: 'tcp' as const, ports: [5432] }])
      expect(isWithinCeiling(rule, [ceilingEntryOf(rule)])).toBe(true);
  });
});

describe('a host that is allowed in the settings', () => {
  let sent: SentRequest[];
  let settings: Settings;

  cleanPageAfterEach();
  beforeEach(() => {
    beginTestSession();
    settings = { ...defaultSettings, network: { allowed: false, ceiling: [{ host: 'old.example.com' }], proxy: null } };
    sent = answerRequests(({ operation, body }) => {
      if (operation.startsWith('PATCH'))
        settings = { ...settings, network: { ...settings.network, ...(body as Settings).network } };
      return Response.json(settings);
    });
  });

  it('is added to the current list, which another window can have changed', async () => {
    sessionQueries().setQueryData(settingsQuery.queryKey, defaultSettings);
    await allowInCeiling([{ host: 'old.example.com' }, { host: 'new.example.com', ports: [443], protocols: ['tls'] }]);
    expect(sent.map(({ operation }) => operation)).toEqual(['GET /api/v1/settings', 'PATCH /api/v1/settings']);
    expect(sent[1]?.body).toEqual({
      network: {
        ceiling: [{ host: 'old.example.com' }, { host: 'new.example.com', ports: [443], protocols: ['tls'] }],
      },
    });
    expect(sessionQueries().getQueryData(settingsQuery.queryKey)).toEqual(settings);
  });

  it('are not added twice', async () => {
    await allowInCeiling([{ host: 'old.example.com' }]);
    expect(sent.map(({ operation }) => operation)).toEqual(['GET /api/v1/settings']);
  });
});

describe('the secrets of a rule', () => {
  const secret = (name: string, hosts: string[] = [], more: Partial<SecretMetadata> = {}): SecretMetadata => ({
    ...{ name, description: '', version: 1, createdAt: '', updatedAt: '', lastUsedAt: null },
    ...(hosts.length > 0 && { hosts: hosts.map((host) => ({ host })) }),
    ...more,
  });
  const secrets = [
    secret('VARIABLE'),
    secret('OTHER', ['other.example.com']),
    secret('EXACT', ['api.example.com']),
    secret('BELOW', ['*.example.com']),
    secret('NODE_OPTIONS', ['*.example.com'], { injected: false }),
  ];
  const rule = { ...emptyRule, host: 'api.example.com' };
  const usable = (patch: object) =>
    secretOptions({ ...rule, ...patch }, secrets)
      .filter(({ reason }) => reason === undefined)
      .map(({ name }) => name);

  it('are those whose hosts include its host; the others have a reason and follow', () => {
    expect(usable({})).toEqual(['EXACT', 'BELOW']);
    expect(usable({ host: '*.example.com' })).toEqual(['BELOW']);
    expect(usable({ protocol: 'http' })).toEqual([]);
    const reasons = secretOptions(rule, secrets).map(({ reason }) => reason);
    expect(reasons[2]).toContain('environment variable');
    expect(reasons[3]).toBe('Only for other.example.com.');
    expect(reasons[4]).toContain('programs load code');
  });

  it('include a selected one that no longer exists, so that it can be removed', () => {
    const options = secretOptions({ ...rule, secrets: ['REMOVED', 'EXACT'] }, secrets);
    expect(options.filter(({ isChosen }) => isChosen).map(({ name }) => name)).toEqual(['EXACT', 'REMOVED']);
    expect(options.at(-1)?.reason).toBe('This secret no longer exists.');
  });
});
