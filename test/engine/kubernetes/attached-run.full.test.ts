/** A run of a real init over an attached stream: TLS to the API server, WebSocket, and the sealed stream in it. */
import { duplexPair } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { createClusterApi } from '../../../src-daemon/engine/kubernetes/link/api.ts';
import { attach } from '../../../src-daemon/engine/kubernetes/link/attach.ts';
import { createTransitKey, openSealedStream } from '../../../src-daemon/wire/sealed-stream.ts';
import { sendShell } from '../../support/init/init-job.ts';
import { encodeFrame, type InitProcess, startInit } from '../../support/init/init-process.ts';
import { describeWithInit } from '../../support/init/init-suite.ts';
import { type ApiServer, clusterOf, manifestOf, startApiServer } from '../../support/kubernetes/api-server.ts';
import type { AttachFaults } from '../../support/kubernetes/pod-attachments.ts';

const marker = 'a value that no server may read';

let server: ApiServer | undefined;

afterEach(async () => {
  await server?.stop();
});

interface AttachedInit {
  init: InitProcess;
  /** Number of requests to the API server so far. */
  requestCount(): number;
  /** All bytes that the API server has seen in both directions. */
  seen: Buffer[];
}

/** Starts init as the container of a pod, and connects it to the test over the API server. */
async function startAttached(faults: AttachFaults): Promise<AttachedInit> {
  const started = await startApiServer();
  server = started;
  started.pods.create(manifestOf('one'));
  started.attachments.faults = faults;
  const seen: Buffer[] = [];
  const key = createTransitKey();
  const [forTest, forClient] = duplexPair();
  const init = await startInit({
    options: [key.argument],
    wrap: (container) => {
      container.on('error', () => {});
      started.attachments.onAttach = ({ stream }) => {
        for (const side of [stream, container]) side.on('data', (chunk: Buffer) => seen.push(chunk));
        stream.pipe(container).pipe(stream);
      };
      return forTest;
    },
  });
  const api = createClusterApi(clusterOf(started));
  const sealed = openSealedStream(await attach(api, { pod: 'one', container: 'sandbox' }), key);
  forClient.pipe(sealed).pipe(forClient);
  return { init, seen, requestCount: () => api.requestCount };
}

describeWithInit('an attached init', () => {
  test.each<[string, AttachFaults]>([
    ['of the newer protocol', {}],
    ['of the older protocol', { protocols: ['v4.channel.k8s.io'] }],
    ['whose bytes arrive in small pieces', { splitBytes: 100, fragmentBytes: 999 }],
  ])('%s runs a job without a request, and no server reads it', async (_name, faults) => {
    const { init, seen, requestCount } = await startAttached(faults);
    expect(JSON.parse((await init.next('H')).payload.toString())).toMatchObject({ protocol: 5 });
    const before = requestCount();
    sendShell(init, 'echo "$SECRET"; head -c 300000 /dev/zero; cat file.txt > made.txt', {
      environment: [`PATH=${process.env.PATH}`, `SECRET=${marker}`],
      files: [{ path: 'file.txt', content: marker }],
    });
    expect(JSON.parse((await init.next('X')).payload.toString())).toMatchObject({ exitCode: 0 });
    expect(requestCount()).toBe(before);
    const bytesOf = (type: string) =>
      Buffer.concat(init.frames.filter((frame) => frame.type === type).map(({ payload }) => payload));
    expect(bytesOf('O').equals(Buffer.concat([Buffer.from(`${marker}\n`), Buffer.alloc(300_000)]))).toBe(true);
    expect(bytesOf('F').toString()).toBe(`\0\x08made.txt${marker}`);
    init.send(encodeFrame('Z', 0));
    expect(await init.ended).toBe('');
    const all = Buffer.concat(seen);
    expect(all.length).toBeGreaterThan(300_000);
    for (const text of [marker, '/bin/sh', 'exitCode', 'bootId']) expect(all.includes(text), text).toBe(false);
  });

  test('ends when its client hangs up', async () => {
    const { init } = await startAttached({});
    await init.next('H');
    sendShell(init, 'sleep 600');
    await init.next('S');
    init.hangUp();
    expect(await init.ended).toBe('');
  });
});
