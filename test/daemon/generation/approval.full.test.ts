/** Runs of generated code that a person approved: held to exactly what was looked at. */
import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import type { NetworkRule } from '../../../src-shared/contracts/network/network-rules.ts';
import { addPackage } from '../../../src-shared/contracts/packages.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { type ApprovedRun, approvalHash } from '../../../src-shared/formats/approval-hash.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const approved: ApprovedRun = {
  language: 'python',
  code: 'print(6 * 7)',
  secrets: [],
  packages: [],
  network: 'none',
};

const otherRules: Partial<NetworkRule>[] = [
  {},
  { host: '*.example.com' },
  { address: '10.0.0.1' },
  { ports: [8443] },
  { protocol: 'tcp', ports: [443] },
  { methods: ['GET'] },
  { paths: ['/v1/**'] },
  { websocket: true },
  { secrets: ['A'] },
];

describe('the hash of an approval', () => {
  it('is that of docs/ai.md', () => {
    // printf '%s' '["strongroom/approval/2","python","print(6 * 7)",[],[],"none"]' | sha256sum
    expect(approvalHash(approved)).toBe('aae3b5f0c9c1fccce61f006df9592fdbea151f19f36402c8217e54e18b2d5d34');
  });

  it('covers network rules with their defaults', () => {
    const rule = { host: 'api.example.com', methods: ['GET'], secrets: ['A'] };
    // SHA-256 of ["strongroom/approval/2","python","print(6 * 7)",[],[],
    // ["ask",[["api.example.com",null,[443],"tls",["GET"],null,false,["A"]]]]], without the line break
    const hash = '7bb0127ebd1f5f13724f0c3a2da02324f5f5826469367a00137ac53ea4844b18';
    expect(approvalHash({ ...approved, network: { allow: [rule], onBlocked: 'ask' } })).toBe(hash);
    const explicit = { ...rule, ports: [443], protocol: 'tls' as const, websocket: false };
    expect(approvalHash({ ...approved, network: { allow: [explicit], onBlocked: 'ask' } })).toBe(hash);
  });

  it('does not depend on the order of names, nor on one that stands twice', () => {
    const one = approvalHash({ ...approved, secrets: ['A', 'B'], packages: ['x', 'y 1'] });
    expect(approvalHash({ ...approved, secrets: ['B', 'A', 'B'], packages: ['y 1', 'x'] })).toBe(one);
  });

  it('is another one for every other run', () => {
    const others: Partial<ApprovedRun>[] = [
      { code: 'print(6 * 7) ' },
      { language: 'bash' },
      { secrets: 'all' },
      { secrets: ['all'] },
      { secrets: ['A'] },
      { packages: ['A'] },
      { network: 'full' },
      { network: { allow: [] } },
      { network: { allow: [], onBlocked: 'ask' } },
      ...otherRules.map((rule) => ({ network: { allow: [{ host: 'api.example.com', ...rule }] } })),
    ];
    const hashes = [approved, ...others.map((other) => ({ ...approved, ...other }))].map(approvalHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

const daemon = testDaemonOfFile();
let user: TestUser;
beforeAll(async () => {
  user = await daemon().newUser();
  await user.client.call(putSecret, { params: { name: 'TOKEN' }, body: { value: 'a value of some length' } });
});

const generated = (approval: string) => ({ prompt: 'six times seven', model: 'test-model', attempt: 2, approval });

describeWithEngine('approved code', () => {
  it('is run as generated, with no secret that was not named', async () => {
    const code = 'import os\nprint(os.environ.get("TOKEN"))';
    const approval = approvalHash({ ...approved, code });
    const body = { language: 'py', code, generated: generated(approval) };
    const run = await user.client.call(execute, { body });
    expect(run.stdout).toBe('None\n');
    const kept = await user.client.call(readExecution, { params: { id: run.id } });
    expect(kept).toMatchObject({ source: 'generate', request: { code, secrets: [] } });
    expect(kept.request).not.toHaveProperty('generated');
    const { logs } = await user.client.call(listAuditLog, { query: { limit: 1 } });
    expect(logs[0]).toMatchObject({
      action: 'code.generate_execute',
      metadata: {
        prompt: 'six times seven',
        language: 'python',
        packages: 0,
        model: 'test-model',
        attempts: 2,
        approval,
      },
    });
  });
});

describe('approved code', () => {
  it.each<[string, object]>([
    ['code', { code: 'print(6 * 8)' }],
    ['secrets', { secrets: ['TOKEN'] }],
    ['secrets', { secrets: 'all' }],
    ['network', { network: 'full' }],
    ['language', { language: 'bash' }],
  ])('is refused when its %s are others', async (_what, other) => {
    const body = { language: 'python', code: approved.code, generated: generated(approvalHash(approved)), ...other };
    expect(await user.client.refusal(execute, { body })).toMatchObject({ code: 'not_approved' });
  });

  it('is refused when the package list has changed since the approval', async () => {
    const { client } = await daemon().newUser();
    await client.answer(addPackage, { body: { language: 'python', name: 'no-such-package-of-ours' } });
    const body = { language: 'python', code: approved.code, generated: generated(approvalHash(approved)) };
    expect(await client.refusal(execute, { body })).toMatchObject({ code: 'not_approved' });
  });
});
