/** Hot runs in containers whose streams are encrypted, as those of pods are, next to others whose streams are not. */
import { randomBytes } from 'node:crypto';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { attach } from '../../src-daemon/engine/docker/sandbox/attach.ts';
import { sandboxOptions } from '../../src-daemon/engine/docker/sandbox/container-options.ts';
import { createDemultiplexer } from '../../src-daemon/engine/docker/sandbox/demultiplex.ts';
import type { SandboxJob } from '../../src-daemon/engine/engine.ts';
import { acknowledge, converse } from '../../src-daemon/engine/guest/converse.ts';
import { warmCommand } from '../../src-daemon/engine/guest/sandbox-program.ts';
import { requireLanguage } from '../../src-daemon/engine/languages/languages.ts';
import { createStartWait } from '../../src-daemon/engine/queue/start-wait.ts';
import { sharedUid } from '../../src-daemon/engine/user-ids.ts';
import { type FrameChannel, openFrameChannel } from '../../src-daemon/wire/frame-channel.ts';
import { createTransitKey, openSealedStream, type TransitKey } from '../../src-daemon/wire/sealed-stream.ts';
import { nonceBytes } from '../../src-daemon/wire/wire.ts';
import type { BenchDaemon } from '../measure/bench-daemon.ts';
import type { Way } from '../sandboxes/goals.ts';

type BenchEngine = Pick<BenchDaemon, 'docker' | 'imageId' | 'instanceId'>;

const pauseMs = 300;
const memoryMb = 256;

/** Returns the two ways. Each run has a container of its own, which waits with a booted interpreter. */
export function encryptionWays(engine: BenchEngine): Way[] {
  return [wayOf('in the clear', engine, undefined), wayOf('encrypted', engine, createTransitKey)];
}

function wayOf(name: string, engine: BenchEngine, createKey: (() => TransitKey) | undefined): Way {
  let ready: { channel: FrameChannel; container: Docker.Container } | undefined;
  return {
    name,
    prepare: async () => {
      ready = await boot(engine, createKey?.());
      await sleep(pauseMs);
    },
    run: async () => {
      if (ready === undefined) throw new Error('no container waits');
      const { channel, container } = ready;
      const output = await runIn(channel);
      acknowledge(channel);
      if (output !== '1\n') throw new Error(`wrong answer: ${output}`);
      void container.remove({ force: true }).catch(() => {});
    },
  };
}

async function boot({ docker, imageId, instanceId }: BenchEngine, key: TransitKey | undefined) {
  const warm = warmCommand(requireLanguage('python'));
  const options = sandboxOptions({ imageId, instanceId, uid: sharedUid, warm, memoryMb, runtime: undefined });
  const transit = key === undefined ? [] : [key.argument];
  const container = await docker.createContainer({ ...options, Cmd: [...transit, ...(warm?.argv ?? [])] });
  const plain = demultiplexed(await attach(container));
  await container.start();
  const stream = key === undefined ? plain : openSealedStream(plain, key);
  const channel = openFrameChannel(stream, { nonce: randomBytes(nonceBytes) });
  await channel.hello;
  return { channel, container };
}

/** Returns the standard streams of a container as one duplex stream, which is what a cluster gives. */
function demultiplexed(attached: Duplex): Duplex {
  const plain: Duplex = new Duplex({
    write: (chunk: Buffer, _encoding, done) => void attached.write(chunk, done),
    read: () => {},
    destroy: (error, done) => {
      attached.destroy();
      done(error);
    },
  });
  attached.on(
    'data',
    createDemultiplexer((chunk) => void plain.push(chunk)),
  );
  attached.once('close', () => plain.destroy());
  return plain;
}

async function runIn(channel: FrameChannel): Promise<string> {
  const language = requireLanguage('python');
  const job: SandboxJob = {
    ...{ id: 'bench', language: language.id, code: 'print(1)', stdin: new Uint8Array(), args: [], env: {}, files: [] },
    ...{ timeoutMs: 10_000, memoryMb, network: 'none' },
  };
  const output: Uint8Array[] = [];
  const { signal } = new AbortController();
  const hooks = { onOutput: (_stream: string, chunk: Uint8Array) => void output.push(chunk), signal };
  const monitor = { oom: false, lost: signal, waitForLastEvents: async () => {} };
  await converse({ channel, monitor }, { language, job, hooks, wait: createStartWait(undefined, signal) });
  return Buffer.concat(output).toString();
}
