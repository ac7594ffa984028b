import { networkInterfaces } from 'node:os';

/** True if this machine has the IPv6 loopback address. */
export const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);
