import os, { type NetworkInterfaceInfo } from 'node:os';

/** A wider network is no link with neighbours, but a tunnel for everything, such as 0.0.0.0/1 of a VPN. */
const widestPrefix = { IPv4: 16, IPv6: 48 } as const;

/**
 * Returns this machine's addresses and the networks of its links, in which its neighbours are: each as an address with a prefix
 * length. They are read for each call, because networks come and go.
 */
export function ownNetworks(family: NetworkInterfaceInfo['family']): string[] {
  return Object.values(os.networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter((one) => one.family === family)
    .map(({ address, cidr }) => networkOf(family, address.split('%', 1)[0] ?? '', cidr));
}

function networkOf(family: NetworkInterfaceInfo['family'], address: string, cidr: string | null): string {
  const whole = family === 'IPv4' ? 32 : 128;
  const prefix = Number(cidr?.split('/')[1] ?? whole);
  return `${address}/${prefix >= widestPrefix[family] ? prefix : whole}`;
}
