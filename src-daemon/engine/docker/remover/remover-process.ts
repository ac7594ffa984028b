/**
 * Removes the containers and bridges of a daemon that was killed; docs/engine.md has the reason. Its last argument is
 * the order. Without an argument (Windows), it waits until stdin closes and uses the last order that it received there.
 * It has no key and no credential.
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

/** Returns the last order before stdin closes, or undefined after a clean stop. */
async function lastLine(): Promise<string | undefined> {
  let last: string | undefined;
  for await (const read of createInterface({ input: process.stdin })) {
    if (read === stopLine) return undefined;
    last = read;
  }
  return last;
}
