import type { ContainerCreateOptions } from 'dockerode';
import { sharedUid } from '../../user-ids.ts';
import { hardened } from '../sandbox/hardening.ts';
import { labels } from '../sandbox/labels.ts';

export interface NetworkContainer {
  imageId: string;
  instanceId: string;
  /** Undefined for the network of an installer. */
  executionId: string | undefined;
  runtime: string | undefined;
}

const binary = '/sbin/strongroom-netns';
/** Limits of the holder. It opens at most 22 files, all of them sockets and pipes, and writes none. */
const limits = { memoryMb: 16, pids: 8, cpus: 0.5, openFiles: 64, fileMb: 0 };

/**
 * Options of the container that holds and closes the network namespace of one run or installation. It may change that
 * network, and gives up this right before the sandbox joins. No code of users or packages runs in it.
 */
export function holderOptions(
  container: NetworkContainer,
  { bridge, hasIpv6, hosts = [] }: { bridge: string; hasIpv6: boolean; hosts?: readonly string[] },
): ContainerCreateOptions {
  const options = confined(container, [binary], bridge);
  return {
    ...options,
    User: '0:0',
    HostConfig: {
      ...options.HostConfig,
      CapAdd: ['NET_ADMIN', 'NET_BIND_SERVICE'],
      // The engine's resolver forwards to the holder's resolver, inside the namespace.
      Dns: ['127.0.0.1'],
      DnsSearch: ['.'],
      ExtraHosts: [...hosts],
      ...(hasIpv6 ? { Sysctls: { 'net.ipv6.conf.all.disable_ipv6': '1' } } : {}),
    },
  };
}

/** Options of a container in the machine's network that prints the machine's addresses. It has no capability. */
export function addressesOptions(container: NetworkContainer): ContainerCreateOptions {
  return confined(container, [binary, 'addresses'], 'host');
}

function confined(container: NetworkContainer, command: string[], networkMode: string) {
  const { imageId, instanceId, executionId, runtime } = container;
  const base = hardened({ imageId, instanceId, uid: sharedUid, role: 'netns', runtime, ...limits });
  return {
    ...base,
    Entrypoint: command,
    Cmd: [],
    Env: [],
    WorkingDir: '/',
    Labels: { ...base.Labels, ...(executionId !== undefined && { [labels.execution]: executionId }) },
    HostConfig: { ...base.HostConfig, NetworkMode: networkMode },
  };
}
