import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, inject } from 'vitest';
import { type TestDaemon, type TestDaemonOptions, testDaemonOfFile } from '../../support/test-daemon.ts';

/** One daemon for all tests of a file; the layers that it kept for its next start go with it. */
export function packagesDaemonOfFile(options: TestDaemonOptions = {}): () => TestDaemon {
  let dataDir: string | undefined;
  // Hooks after all tests run last first: this one after the daemon's stop.
  let instance = '';
  afterAll(async () => {
    for (const layer of await listLayers(instance)) await dockerOfTests().getVolume(layer).remove();
  });
  const daemon = testDaemonOfFile(options);
  return () => {
    if (dataDir === undefined) {
      dataDir = daemon().config.dataDir;
      instance = instanceOf(dataDir);
    }
    return daemon();
  };
}

export function dockerOfTests(): Docker {
  return new Docker({ socketPath: inject('engine')?.host.replace('unix://', '') ?? '' });
}

export function instanceOf(dataDir: string): string {
  return JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')).instanceId;
}

/** The volumes that an instance has at the engine. */
export async function listLayers(instanceId: string): Promise<string[]> {
  const filters = JSON.stringify({ label: [`app.strongroom.instance=${instanceId}`] });
  const { Volumes: volumes } = await dockerOfTests().listVolumes({ filters });
  return (volumes ?? []).map(({ Name: name }) => name).toSorted();
}

/** The installers that an instance has at the engine. */
export async function listInstallers(instanceId: string): Promise<Docker.ContainerInfo[]> {
  const label = [`app.strongroom.instance=${instanceId}`, 'app.strongroom.role=installer'];
  return dockerOfTests().listContainers({ all: true, filters: { label } });
}

/** Removes a volume with the containers that have it, among them those that wait for a run. */
export async function removeByForce(volume: string): Promise<void> {
  for (;;) {
    const users = await dockerOfTests().listContainers({ all: true, filters: { volume: [volume] } });
    for (const { Id: id } of users)
      await dockerOfTests()
        .getContainer(id)
        .remove({ force: true })
        .catch(() => undefined);
    try {
      return await dockerOfTests().getVolume(volume).remove();
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode !== 409) throw error;
    }
  }
}
