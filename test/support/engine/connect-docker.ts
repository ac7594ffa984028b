import Docker from 'dockerode';

/** Returns a client of the engine at an address in the format of `DOCKER_HOST`. */
export function connectTo(host: string): Docker {
  if (/^(unix|npipe):/.test(host)) return new Docker({ socketPath: host.replace(/^(unix|npipe):\/\//, '') });
  const { hostname, port } = new URL(host);
  return new Docker({ host: hostname, port: Number(port) });
}
