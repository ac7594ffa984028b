import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../.dependency-cruiser.mjs';
import { plant, readSource, root, run, tool } from './checkout.ts';

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
  /** The modules of a cycle, which is reported once: from the module that was read first. */
  cycle?: { name: string }[];
}

const imports = (specifier: string) => `import '${specifier}';\n`;

/** One violation of each rule. */
const planted: { rule: string; from: string; source: string }[] = [
  { rule: 'no-cycle', from: 'src-shared/hen.ts', source: imports('./egg.ts') },
  { rule: 'no-unresolvable', from: 'src-daemon/accounts/lost.ts', source: imports('./nowhere.ts') },
  { rule: 'src-shared-stands-alone', from: 'src-shared/up.ts', source: imports('../src-daemon/errors/app-error.ts') },
  { rule: 'src-shared-stands-alone', from: 'src-shared/node.ts', source: imports('../src-shared-node/locations.ts') },
  { rule: 'src-shared-node-stands-alone', from: 'src-shared-node/up.ts', source: imports('../src-cli/plain.ts') },
  {
    rule: 'src-renderer-stands-alone',
    from: 'src-renderer/node.ts',
    source: imports('../src-shared-node/locations.ts'),
  },
  { rule: 'src-daemon-stands-alone', from: 'src-daemon/core/actor.ts', source: imports('../../src-cli/index.ts') },
  { rule: 'src-cli-stands-alone', from: 'src-cli/index.ts', source: imports('../src-daemon/errors/app-error.ts') },
  { rule: 'src-main-stands-alone', from: 'src-main/index.ts', source: imports('../src-renderer/index.ts') },
  {
    rule: 'src-renderer-stands-alone',
    from: 'src-renderer/index.ts',
    source: imports('../src-daemon/errors/app-error.ts'),
  },
  {
    rule: 'scripts-import-shared-code-only',
    from: 'scripts/build.ts',
    source: imports('../src-daemon/errors/app-error.ts'),
  },
  { rule: 'src-cli-stands-alone', from: 'src-cli/client.ts', source: imports('../clients/typescript/src/index.ts') },
  { rule: 'clients-stand-alone', from: 'clients/typescript/src/up.ts', source: imports('../../../src-shared/egg.ts') },
  {
    rule: 'vscode-extension-shares-the-contract',
    from: 'clients/vscode/src/up.ts',
    source: imports('../../../src-cli/plain.ts'),
  },
  { rule: 'vscode-extension-packages', from: 'clients/vscode/src/pack.ts', source: imports('zod') },
  { rule: 'typescript-client-without-packages', from: 'clients/typescript/src/zod.ts', source: imports('zod') },
  { rule: 'typescript-client-without-node', from: 'clients/typescript/src/disk.ts', source: imports('node:fs') },
  {
    rule: 'nothing-but-plain-javascript-before-the-installation',
    from: 'scripts/start.mjs',
    source: imports('./types.ts'),
  },
  {
    rule: 'nothing-but-plain-javascript-before-the-installation',
    from: 'src-shared-node/is-alive.mjs',
    source: imports('zod'),
  },
  { rule: 'contract-without-node', from: 'src-shared/disk.ts', source: imports('node:fs') },
  { rule: 'contract-packages', from: 'src-shared/message.ts', source: imports('pino') },
  { rule: 'sources-need-no-dev-package', from: 'src-daemon/http/tested.ts', source: imports('vitest') },
  { rule: 'start-needs-no-dev-package', from: 'scripts/build/daemon-build.ts', source: imports('vitest') },
  { rule: 'sources-list-their-packages', from: 'src-daemon/http/unlisted.ts', source: imports('depd') },
  {
    rule: 'features-stand-apart',
    from: 'src-daemon/accounts/peek.ts',
    source: imports('../executions/current-run.ts'),
  },
  { rule: 'features-know-no-composition', from: 'src-daemon/accounts/whole.ts', source: imports('../services.ts') },
  { rule: 'errors-is-a-floor', from: 'src-daemon/errors/up.ts', source: imports('../core/rights.ts') },
  { rule: 'core-is-a-floor', from: 'src-daemon/core/feature.ts', source: imports('../executions/current-run.ts') },
  { rule: 'core-is-a-floor', from: 'src-daemon/core/start.ts', source: imports('../process/config.ts') },
  { rule: 'core-without-http', from: 'src-daemon/core/net.ts', source: imports('node:http') },
  { rule: 'logging-is-a-floor', from: 'src-daemon/logging/web.ts', source: imports('../http/handler.ts') },
  { rule: 'wire-is-a-floor', from: 'src-daemon/wire/up.ts', source: imports('../engine/docker/link/connection.ts') },
  { rule: 'crypto-is-a-floor', from: 'src-daemon/crypto/up.ts', source: imports('../keystore/keyring.ts') },
  { rule: 'db-is-a-floor', from: 'src-daemon/db/who.ts', source: imports('../executions/current-run.ts') },
  { rule: 'keystore-is-a-floor', from: 'src-daemon/keystore/up.ts', source: imports('../db/database.ts') },
  { rule: 'http-is-a-floor', from: 'src-daemon/http/up.ts', source: imports('../services.ts') },
  {
    rule: 'egress-is-a-floor',
    from: 'src-daemon/egress/up.ts',
    source: imports('../engine/docker/link/connection.ts'),
  },
  { rule: 'engine-is-a-floor', from: 'src-daemon/engine/up.ts', source: imports('../db/database.ts') },
  { rule: 'work-is-a-floor', from: 'src-daemon/work/up.ts', source: imports('../executions/current-run.ts') },
  { rule: 'process-is-imported-by-itself-only', from: 'src-daemon/app.ts', source: imports('./process/config.ts') },
  { rule: 'store-is-the-bottom', from: 'src-daemon/accounts/up.store.ts', source: imports('./up.service.ts') },
  { rule: 'service-knows-no-routes', from: 'src-daemon/accounts/up.service.ts', source: imports('./plain.routes.ts') },
  { rule: 'routes-know-no-store', from: 'src-daemon/accounts/deep.routes.ts', source: imports('./plain.store.ts') },
  {
    rule: 'service-and-store-without-http',
    from: 'src-daemon/accounts/web.service.ts',
    source: imports('../http/handler.ts'),
  },
  { rule: 'service-and-store-without-http', from: 'src-daemon/accounts/net.store.ts', source: imports('node:http') },
  {
    rule: 'migrations-know-db-only',
    from: 'src-daemon/db/migrations/0001-first.ts',
    source: imports('../../errors/app-error.ts'),
  },
  { rule: 'command-groups-stand-apart', from: 'src-cli/commands/run/peek.ts', source: imports('../vault/plain.ts') },
  { rule: 'command-groups-stand-apart', from: 'src-cli/commands/run/file.ts', source: imports('../logs.ts') },
  { rule: 'command-groups-stand-apart', from: 'src-cli/commands/runs.ts', source: imports('./run/plain.ts') },
  {
    rule: 'command-groups-know-no-composition',
    from: 'src-cli/commands/run/whole.ts',
    source: imports('../../command-groups.ts'),
  },
  {
    rule: 'command-foundations-know-no-group',
    from: 'src-cli/options/up.ts',
    source: imports('../commands/vault/plain.ts'),
  },
  { rule: 'command-foundations-know-no-group', from: 'src-cli/program.ts', source: imports('./commands/logs.ts') },
  {
    rule: 'renderer-features-stand-apart',
    from: 'src-renderer/features/vault/peek.ts',
    source: imports('../secrets/plain.ts'),
  },
  {
    rule: 'renderer-features-know-no-app',
    from: 'src-renderer/features/vault/up.ts',
    source: imports('../../app/whole.ts'),
  },
  {
    rule: 'renderer-foundations-know-no-feature',
    from: 'src-renderer/ui/who.ts',
    source: imports('../features/secrets/plain.ts'),
  },
  {
    rule: 'renderer-client-and-crypto-without-ui',
    from: 'src-renderer/client/look.ts',
    source: imports('../ui/plain.ts'),
  },
  { rule: 'interface-without-node', from: 'src-renderer/client/disk.ts', source: imports('node:fs') },
  { rule: 'better-sqlite3-in-its-place', from: 'src-daemon/accounts/a.ts', source: imports('better-sqlite3') },
  { rule: 'loaded-at-first-use', from: 'src-daemon/mcp/early.ts', source: imports('undici') },
  {
    rule: 'engine-shared-knows-no-docker',
    from: 'src-daemon/engine/queue/look.ts',
    source: imports('../docker/link/connection.ts'),
  },
  { rule: 'dockerode-in-its-place', from: 'src-daemon/engine/pool.ts', source: imports('dockerode') },
  { rule: 'yaml-in-its-place', from: 'src-daemon/engine/docker/g.ts', source: imports('yaml') },
  { rule: 'ws-in-its-place', from: 'src-daemon/http/sockets.ts', source: imports('ws') },
  {
    rule: 'express-in-its-place',
    from: 'src-daemon/accounts/b.service.ts',
    source: "import type { Request } from 'express';\nexport type Asked = Request;\n",
  },
  { rule: 'argon2-in-its-place', from: 'src-daemon/accounts/c.ts', source: imports('argon2') },
  { rule: 'napi-rs-keyring-in-its-place', from: 'src-daemon/crypto/d.ts', source: imports('@napi-rs/keyring') },
  { rule: 'electron-in-its-place', from: 'src-cli/f.ts', source: imports('electron') },
  { rule: 'openai-in-its-place', from: 'src-daemon/generation/ask.ts', source: imports('openai') },
  { rule: 'pino-in-its-place', from: 'src-daemon/http/e.ts', source: imports('pino') },
];

/** The modules that the violations import, and the same packages where they are allowed. */
const allowed: Record<string, string> = {
  'src-shared/egg.ts': imports('./hen.ts'),
  'src-shared/zk.ts': imports('zod') + imports('@noble/hashes/sha2.js'),
  'src-daemon/errors/app-error.ts': imports('../../src-shared/zk.ts'),
  'src-daemon/db/item-state.ts': imports('../db/database.ts'),
  'src-daemon/process/config.ts': imports('../services.ts'),
  'src-daemon/process/index.ts': imports('./config.ts'),
  'src-shared-node/locations.ts': imports('../src-shared/zk.ts') + imports('node:os'),
  'src-cli/plain.ts': imports('../src-shared-node/locations.ts'),
  'src-cli/options/plain.ts': imports('../plain.ts'),
  'src-cli/command-groups.ts': imports('./commands/vault/plain.ts') + imports('./commands/logs.ts'),
  'src-cli/commands/vault/plain.ts': imports('./part/plain.ts') + imports('../../options/plain.ts'),
  'src-cli/commands/vault/part/plain.ts': imports('../../../options/plain.ts'),
  'src-cli/commands/run/plain.ts': imports('../../options/plain.ts'),
  'src-cli/commands/logs.ts': imports('../options/plain.ts'),
  'scripts/types.ts': imports('../src-shared-node/locations.ts') + imports('../src-shared/zk.ts'),
  'src-shared-node/safe-node.mjs': imports('node:os'),
  'scripts/install.mjs': imports('../src-shared-node/safe-node.mjs') + imports('node:fs'),
  'src-main/window.ts': imports('../src-shared-node/locations.ts') + imports('electron'),
  'src-daemon/services.ts': imports('./accounts/plain.routes.ts'),
  'src-daemon/accounts/plain.routes.ts': imports('express') + imports('./good.service.ts'),
  'src-daemon/accounts/good.service.ts': imports('./plain.store.ts') + imports('../audit/record-audit.ts'),
  'src-daemon/accounts/plain.store.ts': imports('../db/database.ts'),
  'src-daemon/audit/record-audit.ts': imports('../db/database.ts'),
  'src-daemon/executions/current-run.ts': imports('../errors/app-error.ts'),
  'src-daemon/core/rights.ts': imports('../errors/app-error.ts'),
  'src-daemon/db/database.ts': imports('better-sqlite3'),
  'src-daemon/http/handler.ts': imports('express') + imports('node:http'),
  'src-daemon/engine/docker/link/connection.ts': "import type Docker from 'dockerode';\n",
  'src-daemon/generation/model/model-client.ts': "export const load = () => import('openai');\n",
  'src-daemon/crypto/argon2.ts': imports('argon2'),
  'src-daemon/keystore/keyring.ts': imports('@napi-rs/keyring'),
  'src-daemon/logging/logger.ts': imports('pino'),
  'clients/typescript/src/index.ts': imports('./socket.ts'),
  'clients/typescript/src/socket.ts': imports('node:http'),
  'clients/vscode/src/run.ts': imports('../../typescript/src/index.ts') + imports('node:path') + imports('vscode'),
  'clients/vscode/src/seal.ts': imports('../../../src-shared/zk.ts') + imports('hash-wasm'),
  'src-renderer/app/whole.ts': imports('../features/secrets/plain.ts') + imports('../ui/plain.ts'),
  'src-renderer/features/secrets/plain.ts': imports('../../ui/plain.ts') + imports('../../client/plain.ts'),
  'src-renderer/ui/plain.ts': imports('../client/plain.ts'),
  'src-renderer/client/plain.ts': imports('../../src-shared/zk.ts'),
};

const folders = [
  ...['src-shared', 'src-shared-node', 'src-daemon', 'src-cli', 'src-main', 'src-renderer', 'scripts', 'clients'],
];

describe('the import rules', () => {
  let folder: string;
  let found: Violation[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'imports-'));
    plant(folder, allowed);
    plant(folder, Object.fromEntries(planted.map(({ from, source }) => [from, source])));
    plant(folder, {
      'package.json': readSource('package.json'),
      'tsconfig.base.json': readSource('tsconfig.base.json'),
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    plant(folder, { '.dependency-cruiser.mjs': readSource('.dependency-cruiser.mjs') });
    found = await cruise(folder, folders);
  });

  it.each(planted)('report $from by $rule', ({ rule, from }) => {
    const reports = found.filter((one) => one.from === from || one.cycle?.some(({ name }) => name === from));
    expect(reports.map((one) => one.rule.name)).toContain(rule);
  });

  it('report no allowed import', () => {
    // egg.ts is half of the planted cycle.
    expect(found.filter(({ from }) => from in allowed && from !== 'src-shared/egg.ts')).toEqual([]);
  });

  it('have a planted violation each', () => {
    const rules = config.forbidden.map(({ name }) => name);
    const tested = new Set(planted.map(({ rule }) => rule));
    expect(rules.filter((name) => !tested.has(name))).toEqual([]);
  });

  it('hold in the project', async () => {
    const real = await cruise(root, folders);
    expect(real.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  });
});

async function cruise(cwd: string, folders: string[]): Promise<Violation[]> {
  const bin = tool('.bin/depcruise');
  const args = [bin, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders];
  const { output } = await run(cwd, args);
  return JSON.parse(output).summary.violations;
}
