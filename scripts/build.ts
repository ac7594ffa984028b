/** Bundles each entry into one file under out/ (our own code only, the packages stay in node_modules), and the interface. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type UserConfig } from 'vite';
import { main, preload, renderer } from '../electron.vite.config.ts';
import { bundles, sourceHash, writeBuildStamp } from './build/build-stamp.ts';
import { daemonBuild } from './build/daemon-build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// vite takes it from its surroundings, and a test run says "test": what is built there must be what is shipped, and not
// with React's development build in it.
process.env.NODE_ENV = 'production';
const hash = sourceHash(root);
const present = bundles.filter(({ entry }) => existsSync(join(root, entry)));
for (const { name, entry } of bundles) {
  if (!existsSync(join(root, entry))) process.stderr.write(`${entry} does not exist: no ${name} is built\n`);
}
const configured: Record<string, UserConfig> = { main, preload, renderer };
await Promise.all(present.map(buildBundle));
writeBuildStamp(root, hash);

async function buildBundle({ name, entry }: { name: string; entry: string }): Promise<void> {
  const config = configured[name] ?? daemonBuild(name, entry);
  await build({ root, ...config, configFile: false, logLevel: 'warn' });
}
