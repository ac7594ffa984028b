import { networkInterfaces } from 'node:os';

/** Whether this machine has the second loopback address. */
export const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);
