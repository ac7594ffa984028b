import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a Docker configuration whose current context is an engine at a Unix socket.
 * @returns the folder, for DOCKER_CONFIG
 */
export function plantDockerContext(folder: string, socketPath: string): string {
  const config = join(folder, 'docker-config');
  const meta = join(config, 'contexts/meta', createHash('sha256').update('mine').digest('hex'));
  mkdirSync(meta, { recursive: true });
  writeFileSync(join(config, 'config.json'), JSON.stringify({ currentContext: 'mine' }));
  const endpoints = { docker: { Host: `unix://${socketPath}` } };
  writeFileSync(join(meta, 'meta.json'), JSON.stringify({ Name: 'mine', Endpoints: endpoints }));
  return config;
}
