/**
 * Builds the interface and bundles each entry into one file in out/. Packages stay in node_modules, except those of the
 * command and of the egress process.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type UserConfig } from 'vite';
import { main, preload, renderer } from '../electron.vite.config.ts';
import { bundles, sourceHash, writeBuildStamp } from './build/build-stamp.ts';
import { commandBuilds } from './build/command-build.ts';
import { daemonBuild } from './build/daemon-build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// vite reads NODE_ENV, which is "test" in a test run. The bundles must be the shipped ones, without React's development
// build.
process.env.NODE_ENV = 'production';
const hash = sourceHash(root);
const present = bundles.filter(({ entry }) => existsSync(join(root, entry)));
for (const { name, entry } of bundles) {
  if (!existsSync(join(root, entry))) process.stderr.write(`${entry} does not exist, so ${name} is not built\n`);
}
const egress = bundles.find(({ name }) => name === 'egress');
const configured: Record<string, UserConfig> = {
  ...{ main, preload, renderer },
  // Its process may read this one file and no package (src-daemon/egress/process/egress-command.ts).
  ...(egress && { egress: { ...daemonBuild(egress.name, egress.entry), ssr: { noExternal: true } } }),
};
await Promise.all(present.map(buildBundle));
writeBuildStamp(root, hash);

async function buildBundle({ name, entry }: { name: string; entry: string }): Promise<void> {
  const isCommand = name === 'cli';
  if (isCommand) rmSync(join(root, 'out', name), { recursive: true, force: true });
  const configs = isCommand ? commandBuilds(root, name, entry) : [configured[name] ?? daemonBuild(name, entry)];
  await Promise.all(configs.map((config) => build({ root, ...config, configFile: false, logLevel: 'warn' })));
}
