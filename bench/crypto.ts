/**
 * `npm run bench:crypto`: measures the cryptography. It seals and opens values of several sizes as the daemon does. It
 * derives the key of a password with the native Argon2id and with the WebAssembly one of the interface and the command
 * line, at the parameters of the format. It prints the median and the throughput.
 */
import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { argon2id as wasmArgon2id } from '../src-cli/vault/argon2id.ts';
import { argon2id as nativeArgon2id } from '../src-daemon/crypto/argon2.ts';
import { open, seal } from '../src-daemon/crypto/seal.ts';

const sizes = [64, 64 * 1024, 1024 * 1024];
const key = new Uint8Array(randomBytes(32));
const context = { kind: 'secret', accountId: 1, itemId: '1', itemVersion: 1, field: 'value' };
const costs = { timeCost: 3, memoryKib: 64 * 1024, parallelism: 4, hashLength: 32 };

print('machine', `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
for (const size of sizes) {
  const plain = new Uint8Array(randomBytes(size));
  const sealed = seal(key, context, plain);
  if (!Buffer.from(open(key, context, sealed)).equals(plain)) throw new Error('what was sealed does not open');
  const rounds = size > 100_000 ? 60 : 600;
  show(`seal ${size} bytes`, await medianMs(rounds, () => seal(key, context, plain)), size);
  show(`open ${size} bytes`, await medianMs(rounds, () => open(key, context, sealed)), size);
}
await showKdf();

async function showKdf(): Promise<void> {
  const input = { password: new Uint8Array(randomBytes(16)), salt: new Uint8Array(randomBytes(16)), ...costs };
  const both = await Promise.all([nativeArgon2id(input), wasmArgon2id(input)]);
  if (!Buffer.from(both[0]).equals(both[1])) throw new Error('the two Argon2id do not agree');
  const native = await medianMs(10, () => nativeArgon2id(input));
  const wasm = await medianMs(10, () => wasmArgon2id(input));
  show('Argon2id (3 passes, 64 MiB, 4 lanes), native', native);
  show('Argon2id (3 passes, 64 MiB, 4 lanes), WebAssembly', wasm);
  print('WebAssembly to native', (wasm / native).toFixed(1));
}

/** The first tenth of the rounds warms up and does not count. */
async function medianMs(rounds: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await work();
    if (round >= rounds / 10) times.push(performance.now() - startedAt);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

function show(name: string, ms: number, bytes?: number): void {
  const perSecond = `${(1000 / ms).toFixed(ms > 100 ? 1 : 0)} a second`;
  const throughput = bytes === undefined ? '' : `, ${(bytes / 2 ** 20 / (ms / 1000)).toFixed(1)} MiB/s`;
  print(name, `${ms.toFixed(ms < 1 ? 3 : 1)} ms, ${perSecond}${throughput}`);
}

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(52)}${value}\n`);
}
