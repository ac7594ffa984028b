import type Docker from 'dockerode';
import type { TestFileRecord } from '../../../scripts/test/run-records.ts';
import type { Leftover } from './leftover.ts';

const role = 'app.strongroom.role';
const instance = 'app.strongroom.instance';

/** Label of each image that a test makes. Its value is a path in the test's temporary folder. */
export const testImageLabel = 'app.strongroom.test';

type Labels = Record<string, string>;

/**
 * Lists the containers, volumes and networks of the instances that a run made, and the images of its tests.
 */
export async function listEngineLeftovers(
  docker: Docker,
  records: readonly TestFileRecord[],
  runFolder: string,
): Promise<Leftover[]> {
  const makers = new Map(records.flatMap(({ testPath, instances }) => instances.map((id) => [id, testPath])));
  const makerOf = (labels: Labels | null | undefined) => makers.get(labels?.[instance] ?? '');
  // Containers come first: a volume or network can be removed once they no longer use it.
  return [
    ...(await listContainers(docker, makerOf)),
    ...(await listVolumes(docker, makerOf)),
    ...(await listNetworks(docker, makerOf)),
    ...(await listImages(docker, runFolder)),
  ];
}

type MakerOf = (labels: Labels | null | undefined) => string | undefined;

async function listContainers(docker: Docker, makerOf: MakerOf): Promise<Leftover[]> {
  const found = await docker.listContainers({ all: true, filters: { label: [instance] } });
  return found.flatMap(({ Id: id, Labels: labels, State: state, Status: status }) => {
    const maker = makerOf(labels);
    if (maker === undefined) return [];
    const description = `container ${id.slice(0, 12)} (${labels[role]}, ${state}: ${status}) of ${maker}`;
    return [{ description, remove: () => docker.getContainer(id).remove({ force: true, v: true }) }];
  });
}

async function listVolumes(docker: Docker, makerOf: MakerOf): Promise<Leftover[]> {
  const { Volumes: found } = await docker.listVolumes({ filters: JSON.stringify({ label: [instance] }) });
  return (found ?? []).flatMap(({ Name: name, Labels: labels }) => {
    const maker = makerOf(labels);
    if (maker === undefined) return [];
    return [{ description: `volume ${name} of ${maker}`, remove: () => docker.getVolume(name).remove() }];
  });
}

async function listNetworks(docker: Docker, makerOf: MakerOf): Promise<Leftover[]> {
  const found = await docker.listNetworks({ filters: { label: [instance] } });
  return found.flatMap(({ Id: id, Name: name, Labels: labels }) => {
    const maker = makerOf(labels);
    if (maker === undefined) return [];
    const network = docker.getNetwork(id);
    return [
      {
        description: `network ${name} of ${maker}`,
        remove: () => network.remove(),
        // Docker 20.10 keeps the endpoint of a container that was removed while it started, until Docker is restarted.
        isFaultOfEngine: async (error) =>
          String(error).includes('has active endpoints') &&
          Object.keys((await network.inspect()).Containers ?? {}).length === 0,
      },
    ];
  });
}

async function listImages(docker: Docker, runFolder: string): Promise<Leftover[]> {
  const found = await docker.listImages({ filters: JSON.stringify({ label: [testImageLabel] }) });
  return found
    .filter(({ Labels: labels }) => labels[testImageLabel]?.startsWith(`${runFolder}/`))
    .map(({ Id: id, RepoTags: names }) => ({
      description: `image ${names?.[0] ?? id}`,
      remove: () => docker.getImage(id).remove({ force: true }),
    }));
}
