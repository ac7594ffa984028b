import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchDaemon } from '../measure/bench-daemon.ts';
import { makeTemporaryFolder } from '../measure/temporary-folder.ts';
import { type BenchServer, serverName } from './bench-server.ts';

/** Runs programs with one of the networks. */
export interface RuleClient {
  /** Returns what the program printed. @throws Error if it failed */
  run(
    network: 'full' | 'pass' | 'intercept',
    program: { code: string; args: readonly string[]; authority: string },
  ): Promise<string>;
}

/** Logs in, because only a session can give a rule an address, and allows both networks. */
export async function openRuleClient({ url }: BenchDaemon, { address, authority }: BenchServer): Promise<RuleClient> {
  const folder = makeTemporaryFolder('bench-egress');
  const caBundlePath = join(folder.path, 'ca.pem');
  writeFileSync(caBundlePath, authority);
  process.once('exit', folder.remove);
  const { token } = await call({ url }, 'POST /api/v1/auth/login', {
    email: 'bench@example.com',
    password: 'a bench password',
  });
  const at = { url, token };
  const ceiling = [{ host: serverName }];
  await call(at, 'PATCH /api/v1/settings', { network: { allowed: true, ceiling }, installer: { caBundlePath } });
  const rule = { host: serverName, address };
  const networks = {
    full: 'full',
    pass: { allow: [rule] },
    intercept: { allow: [{ ...rule, methods: ['GET'] }] },
  };
  return {
    run: async (network, { code, args, authority: trusted }) => {
      const files = [{ path: 'ca.pem', content: trusted }];
      const limits = { timeoutMs: 300_000, memoryMb: 256 };
      const body = { language: 'python', code, args, files, network: networks[network], ...limits };
      const { stdout, stderr, status } = await call(at, 'POST /api/v1/execute', body);
      if (status !== 'succeeded') throw new Error(`a program of the benchmark failed: ${stderr}`);
      return String(stdout);
    },
  };
}

/** @param at the daemon's address, and the token of a session */
async function call(
  at: { url: string; token?: unknown },
  operation: string,
  body: object,
): Promise<Record<string, unknown>> {
  const [method = '', path = ''] = operation.split(' ');
  const authorization = at.token === undefined ? {} : { authorization: `Bearer ${at.token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const response = await fetch(new URL(path, at.url), { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
