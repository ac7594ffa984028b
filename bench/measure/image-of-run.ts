import type Docker from 'dockerode';

/** The id of the image that a daemon's runs are in, as the engine reports it while `run` is in progress. */
export async function imageOfRun(docker: Docker, instanceId: string, run: () => Promise<unknown>): Promise<string> {
  const filters = { label: [`app.strongroom.instance=${instanceId}`, 'app.strongroom.role=sandbox'] };
  let ended = false;
  const ending = run().finally(() => {
    ended = true;
  });
  let image: string | undefined;
  while (image === undefined && !ended) image = (await docker.listContainers({ filters }))[0]?.ImageID;
  await ending;
  if (image === undefined) throw new Error('no container of a run was seen');
  return image;
}
