/** The network of agents: what a model can request, and what it learns of refused connections. */
import { describe, expect, it } from 'vitest';
import * as z4mini from 'zod/v4-mini';
import type { Actor } from '../../../src-daemon/core/actor.ts';
import { AppError } from '../../../src-daemon/errors/app-error.ts';
import { network } from '../../../src-daemon/mcp/network/agent-network.ts';
import { describeBlocked, networkOutput } from '../../../src-daemon/mcp/network/network-result.ts';
import { readReport } from '../../../src-daemon/mcp/network/read-network.ts';
import { createNetworkWatch } from '../../../src-daemon/mcp/network/sandbox-network.ts';
import { runResult } from '../../../src-daemon/mcp/runs/run-result.ts';
import { RunCodeInput, RunOutput, RunScriptInput } from '../../../src-daemon/mcp/runs/run-schemas.ts';
import { cellResult } from '../../../src-daemon/mcp/sandboxes/results.ts';
import { CellOutput, CreateSandboxInput } from '../../../src-daemon/mcp/sandboxes/sandbox-schemas.ts';
import type { ExecuteResponse } from '../../../src-shared/contracts/executions.contract.ts';
import type { NetworkTotal, RunNetworkReport } from '../../../src-shared/contracts/network/network-report.ts';
import type { Network } from '../../../src-shared/contracts/network/network-rules.ts';
import type { CellResult } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import type { Sandbox } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';

const run: ExecuteResponse = {
  ...{ id: 'run_1', language: 'python', status: 'succeeded', exitCode: 0, signal: null, stdout: '', stderr: '' },
  ...{ stdoutTruncated: false, stderrTruncated: false, durationMs: 5, queuedMs: 0, startupMs: 0, files: [] },
  engine: 'docker',
  place: 'machine',
};
const cell: CellResult = {
  ...{ id: 'cell_1', status: 'succeeded', contextEnded: false, executionCount: 1, stdout: '', stderr: '', outputs: [] },
  ...{ durationMs: 5, queuedMs: 0, truncated: false },
};

function totalOf(more: Partial<NetworkTotal> = {}): NetworkTotal {
  return {
    ...{ host: 'api.example.com', port: 443, rule: null, connections: 0, blocked: 1, reasons: ['name_not_allowed'] },
    ...{ methods: {}, statuses: {}, bytesIn: 0, bytesOut: 0, secrets: [], ...more },
  };
}

const reportOf = (...totals: NetworkTotal[]): RunNetworkReport => ({ totals, requests: [], requestsOmitted: 0 });
const blockedOf = (...totals: NetworkTotal[]) =>
  describeBlocked(networkOutput(reportOf(...totals)) ?? { hosts: [], hostsOmitted: 0 });

describe('the network that a model can request', () => {
  it.each([
    'none',
    'full',
    { allow: [] },
    { allow: [{ host: '*.example.com', methods: ['GET'], paths: ['/v1/**'], secrets: ['TOKEN'] }], onBlocked: 'ask' },
    { allow: [{ host: 'db.example.com', ports: [5432], protocol: 'tcp' }] },
  ])('is %j', (given) => {
    expect(network.parse(given)).toEqual(given);
    for (const schema of [RunCodeInput, CreateSandboxInput, RunScriptInput])
      expect(schema.safeParse({ language: 'python', code: '', name: 'a', network: given }).error?.issues).not.toEqual(
        expect.arrayContaining([expect.objectContaining({ path: expect.arrayContaining(['network']) })]),
      );
  });

  it.each([
    [{ host: '127.1' }, 'must be a name, not an address'],
    [{ host: 'https://api.example.com' }, 'must be'],
    [{ host: 'db.example.com', protocol: 'tcp' }, 'are required for tcp'],
    [{ host: 'a.example', protocol: 'http', secrets: ['TOKEN'] }, 'are only sent over tls'],
    [{ host: 'a.example', address: '10.0.0.1' }, 'Unrecognized key'],
  ])('is not %j', (rule, message) => {
    expect(JSON.stringify(network.safeParse({ allow: [rule] }).error?.issues)).toContain(message);
  });

  it('is described in its JSON schema, without references', () => {
    for (const schema of [RunCodeInput, CreateSandboxInput, RunScriptInput]) {
      const { properties = {} } = z4mini.toJSONSchema(schema, { io: 'input' });
      const text = JSON.stringify(properties.network);
      expect(text).not.toContain('$ref');
      expect(text).toContain('allows connections to these hosts only');
      expect(text).toContain('The program reads a placeholder from the environment variable of this name');
    }
  });
});

describe('the answer for a model', () => {
  it('names blocked connections and the rules that would allow them', () => {
    const lines = blockedOf(
      totalOf({ host: 'ok.example.com', blocked: 0, reasons: [], connections: 1 }),
      totalOf(),
      totalOf({ port: 80 }),
      totalOf({ port: 8443, reasons: ['port_not_allowed'] }),
      totalOf({ port: 5432, reasons: ['not_tls'] }),
      totalOf({ port: 0 }),
      totalOf({ reasons: ['denied'] }),
    );
    const rule = (text: string) => `. To allow it, add to network.allow: ${text}`;
    const host = '"host":"api.example.com"';
    expect(lines).toEqual([
      `Blocked connection to api.example.com:443 (name_not_allowed)${rule(`{${host}}`)}`,
      `Blocked connection to api.example.com:80 (name_not_allowed)${rule(`{${host},"protocol":"http"}`)}`,
      `Blocked connection to api.example.com:8443 (port_not_allowed)${rule(`{${host},"ports":[8443]}`)}`,
      `Blocked connection to api.example.com:5432 (not_tls)${rule(`{${host},"ports":[5432],"protocol":"tcp"}`)}`,
      `Blocked connection to api.example.com (name_not_allowed)${rule(`{${host}}`)}`,
      'Blocked connection to api.example.com:443 (denied)',
    ]);
  });

  it('is bounded, and shows hidden characters of host names', () => {
    const many = Array.from({ length: 200 }, (_, index) => totalOf({ host: `h${index}.example` }));
    expect(networkOutput(reportOf(...many))).toMatchObject({ hosts: { length: 50 }, hostsOmitted: 150 });
    expect(blockedOf(...many)).toHaveLength(11);
    expect(blockedOf(totalOf({ host: 'a\u202e\n\u001b[2J' }))).toEqual([
      'Blocked connection to a‹U+202E›␊␛[2J:443 (name_not_allowed)',
    ]);
  });

  it('has them in the text and the structured content of runs and cells', () => {
    const output = networkOutput(reportOf(totalOf()));
    const ofRun = runResult(run, output);
    expect(ofRun.content).toMatchObject([
      { text: expect.stringContaining('Blocked connection to api.example.com:443') },
    ]);
    expect(RunOutput.parse(ofRun.structuredContent).network).toEqual(output);
    const ofCell = cellResult(cell, output);
    expect(ofCell.content).toMatchObject([{ text: expect.stringContaining('Blocked connection to') }]);
    expect(CellOutput.parse(ofCell.structuredContent).network).toEqual(output);
  });

  it('has no network without connections', () => {
    expect(networkOutput(reportOf())).toBeUndefined();
    expect(runResult(run, undefined).structuredContent).not.toHaveProperty('network');
  });
});

describe('reading the connections', () => {
  it('does not hide the result of a run that the history does not have', async () => {
    const notStored = () => Promise.reject(new AppError('execution_not_found', 'Not stored.'));
    expect(await readReport(notStored)).toEqual(reportOf());
    await expect(readReport(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  });

  const actor = { accountId: 1, credential: { kind: 'apiKey', id: 'k' } } as Actor;
  const sandbox = (rules: Network) => ({ network: rules }) as Sandbox;

  it('in a sandbox returns those since the last call', async () => {
    const quiet = { host: 'b.example', rule: 0, blocked: 0, reasons: [], connections: 1 };
    const before = [
      totalOf({ blocked: 2 }),
      totalOf({ ...quiet, methods: { GET: 2 }, bytesIn: 10 }),
      totalOf({ port: 1 }),
    ];
    const after = [
      totalOf({ blocked: 3 }),
      totalOf({ ...quiet, methods: { GET: 5 }, bytesIn: 70 }),
      totalOf({ port: 1 }),
    ];
    const reports = [before, after, after].map((totals) => reportOf(...totals));
    const watch = createNetworkWatch({
      read: async () => sandbox({ allow: [] }),
      network: { readNetwork: async () => reports.shift() ?? reportOf() },
    });
    const { result, network: found } = await watch(actor, 'sbx', async () => 'done');
    expect(result).toBe('done');
    expect(found?.hosts.map(({ host, blocked, methods, bytesIn }) => ({ host, blocked, methods, bytesIn }))).toEqual([
      { host: 'api.example.com', blocked: 1, methods: {}, bytesIn: 0 },
      { host: 'b.example', blocked: 0, methods: { GET: 3 }, bytesIn: 60 },
    ]);
    expect(await watch(actor, 'sbx', async () => 'again')).toEqual({ result: 'again', network: undefined });
  });

  it('reads nothing more of a sandbox without rules', async () => {
    let count = 0;
    const watch = createNetworkWatch({
      read: async () => sandbox('none'),
      network: { readNetwork: async () => reportOf(totalOf({ blocked: ++count })) },
    });
    for (let call = 0; call < 3; call++) expect((await watch(actor, 'sbx', async () => 1)).network).toBeUndefined();
    expect(count).toBe(1);
  });
});
