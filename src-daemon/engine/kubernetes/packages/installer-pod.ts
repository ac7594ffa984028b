import { PassThrough, type Readable } from 'node:stream';
import { within } from '../../../../src-shared-node/within.ts';
import type { Egress } from '../../../egress/open-egress.ts';
import { engineLost } from '../../engine-errors.ts';
import { startProcess } from '../../guest/session/process.ts';
import { openGuestSession } from '../../guest/session/session.ts';
import { type Installed, readInstaller } from '../../installer/installer-messages.ts';
import { encodeOrder, installLimits } from '../../installer/installer-protocol.ts';
import { layerFolder } from '../../installer/packages-folder.ts';
import { LayerError, type LayerHooks, type LayerOrder } from '../../layers.ts';
import { bootPod } from '../pods/boot-pod.ts';
import type { PodContext, PodSpec } from '../pods/pod-context.ts';

/** A pod that installs packages into a folder of its own, and returns the folder. */
export interface InstallerPod {
  /** @throws LayerError; InstallerProtocolError; AppError `engine_unavailable`; the signal's reason */
  install(order: LayerOrder, hooks: LayerHooks): Promise<Installed>;
  /** Returns the installed folder as a tar archive in which it has another path. It ends with the error of the pod. */
  archive(folder: string): Promise<Readable>;
  dispose(): Promise<void>;
}

const mebibyte = 1024 * 1024;
const memoryMb = 2048;
const scratchMb = 64;
/** The installer bounds what it installs. Its volume also has what it removes at the end. */
const layerMb = 3072;
/** For the packages, with the headers of small files. */
const archiveLimitBytes = 3072 * mebibyte;
/** The cluster ends the pod after this time. */
const lifetimeSeconds = 1800;
const startLimitMs = 30_000;
const installed = `${layerFolder}/content`;
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' };

/**
 * Boots a pod of the installer's image with a network by rule.
 * @throws AppError `capacity_unavailable`, `engine_unavailable`; BootError, ApiError
 */
export async function openInstallerPod(context: PodContext, image: string, egress: Egress): Promise<InstallerPod> {
  const spec: PodSpec = { image, memoryMb, pids: 256, workMb: scratchMb, scratchMb, layerMb, lifetimeSeconds };
  const { disposals, connection } = context;
  const pod = await disposals.add(bootPod(context, spec));
  const dispose = () => disposals.add(pod.dispose());
  try {
    const broken = Promise.withResolvers<never>();
    broken.promise.catch(() => {});
    const reasonOfEnd = () =>
      connection.lost.aborted ? engineLost() : new LayerError(pod.monitor.oom ? 'out_of_memory' : 'died');
    const session = await within(
      startLimitMs,
      openGuestSession(pod.channel, {
        egress,
        onBroken: broken.reject,
        onClosed: () => void pod.monitor.waitForLastEvents().then(() => broken.reject(reasonOfEnd())),
      }),
    );
    void broken.promise.catch(session.end);
    return {
      install: (order, hooks) => installIn(session, { order, hooks, isOutOfMemory: () => pod.monitor.oom }),
      archive: (folder) => archiveOf(session, folder),
      dispose,
    };
  } catch (error) {
    void dispose();
    throw error;
  }
}

type Session = Awaited<ReturnType<typeof openGuestSession>>;

interface Installation {
  order: LayerOrder;
  hooks: LayerHooks;
  isOutOfMemory: () => boolean;
}

async function installIn(session: Session, { order, hooks, isOutOfMemory }: Installation): Promise<Installed> {
  const limits = installLimits;
  const { read, fail, result } = readInstaller({ ...hooks, limits, onHello: () => {}, isOutOfMemory });
  result.catch(() => {});
  const program = await startProcess(session, 'p', {
    argv: ['/usr/bin/python3', '-I', '/opt/installer/install.py', installed],
    ...{ env: environment, cwd: '' },
    listener: {
      onOutput: (stream, chunk) => {
        if (stream === 'stdout') read(chunk);
      },
    },
  }).catch((error: unknown) => {
    fail(error);
    throw error;
  });
  program.ended.then(({ isOutOfMemory: isKilled }) => fail(new LayerError(isKilled ? 'out_of_memory' : 'died')), fail);
  // Its input stays open: when it ends, the installer exits.
  program.write(Buffer.from(encodeOrder(order, limits))).catch(fail);
  return await result.finally(program.kill);
}

async function archiveOf(session: Session, folder: string): Promise<Readable> {
  const archive = new PassThrough();
  // Its reader gets the error from the stream itself.
  archive.on('error', () => {});
  let size = 0;
  const program = await startProcess(session, 'p', {
    // Times stay: Python compares them with those in its compiled files. The targets of symbolic links stay too.
    argv: [
      ...['/usr/bin/tar', '--create', '--format=gnu', '--sort=name', '--numeric-owner', '--owner=0', '--group=0'],
      // In a layer, names of this form delete other files. No package has one.
      ...['--exclude=.wh.*', `--transform=flags=rhS;s,^\\.,${folder.slice(1)},`],
      ...[`--directory=${installed}`, '.'],
    ],
    ...{ env: environment, cwd: '' },
    listener: {
      onOutput: (stream, chunk) => {
        if (stream !== 'stdout' || archive.destroyed) return;
        size += chunk.length;
        if (size > archiveLimitBytes) archive.destroy(new LayerError('too_large'));
        else if (!archive.write(chunk)) return nextDrain(archive);
      },
    },
  });
  archive.once('close', program.kill);
  program.ended.then(
    ({ exitCode, isOutOfMemory }) => {
      if (exitCode === 0) archive.end();
      else archive.destroy(new LayerError(isOutOfMemory ? 'out_of_memory' : 'died'));
    },
    (error: Error) => archive.destroy(error),
  );
  return archive;
}

function nextDrain(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
