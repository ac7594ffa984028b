/**
 * Removes what a daemon left at its engine when it was killed; docs/engine.md has the reason. It reads its order from
 * its last argument or, where it has none (Windows), waits for the daemon's end itself and takes the last order that it
 * was sent on stdin. It holds no key and no credential.
 */
import { createInterface } from 'node:readline';
import { connectTo } from '../link/find-docker.ts';
import { removeLeft } from './remove-left.ts';
import { RemoverOrder, stopLine } from './remover-order.ts';

const line = process.argv[2] ?? (await lastLine());
if (line !== undefined) {
  const order = RemoverOrder.parse(JSON.parse(line));
  const docker = connectTo(order.host);
  if (docker !== undefined) await removeLeft(docker, order);
}

/** The last order before the daemon's end; undefined after a clean stop. */
async function lastLine(): Promise<string | undefined> {
  let last: string | undefined;
  for await (const read of createInterface({ input: process.stdin })) {
    if (read === stopLine) return undefined;
    last = read;
  }
  return last;
}
