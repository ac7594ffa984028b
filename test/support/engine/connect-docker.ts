import Docker from 'dockerode';

/** The client of an engine at an address as `DOCKER_HOST` has it. */
export function connectTo(host: string): Docker {
  if (/^(unix|npipe):/.test(host)) return new Docker({ socketPath: host.replace(/^(unix|npipe):\/\//, '') });
  const { hostname, port } = new URL(host);
  return new Docker({ host: hostname, port: Number(port) });
}
