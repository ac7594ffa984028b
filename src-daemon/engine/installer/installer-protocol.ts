import { z } from 'zod';
import { hostKey, indexHosts } from '../../egress/index-hosts.ts';
import { BootId } from '../../wire/hello-frame.ts';
import type { LayerOrder } from '../layers.ts';

/**
 * The messages between the daemon and the installer: one line of JSON each. resources/installer/protocol.py is the
 * other side; a test holds the two together.
 */

const nameCap = 1000;

/** Limits of one installation. The installer enforces them; the daemon enforces the time as well. */
export interface InstallLimits {
  seconds: number;
  bytes: number;
  files: number;
  /** Free space of the disk that an installation must leave. */
  freeBytes: number;
}

const mebibyte = 1024 * 1024;

export const installLimits: InstallLimits = {
  seconds: 600,
  bytes: 2048 * mebibyte,
  files: 200_000,
  freeBytes: 512 * mebibyte,
};

const InstallerMessage = z.union([
  /** The first message. The installer gets its order after it. */
  z.strictObject({ hello: z.strictObject({ bootId: BootId }) }),
  /** A line of output of pip or pnpm. */
  z.strictObject({ log: z.string() }),
  z.strictObject({
    done: z.strictObject({
      versions: z.record(z.string().max(nameCap), z.string().max(nameCap)),
      bytes: z.int().nonnegative(),
      files: z.int().nonnegative(),
    }),
  }),
  z.strictObject({
    failed: z.strictObject({
      reason: z.enum(['installer', 'timed_out', 'too_large', 'disk_full', 'incomplete', 'needs_build']),
    }),
  }),
]);
export type InstallerMessage = z.infer<typeof InstallerMessage>;

/** The installer sent a message that the protocol does not allow. */
export class InstallerProtocolError extends Error {
  override readonly name = 'InstallerProtocolError';
}

/**
 * Reads a line of the installer.
 * @throws InstallerProtocolError
 */
export function readInstallerMessage(line: string): InstallerMessage {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch (cause) {
    throw new InstallerProtocolError('the installer sent a line that is not JSON', { cause });
  }
  const { success, data, error } = InstallerMessage.safeParse(message);
  if (!success) throw new InstallerProtocolError('the installer sent an unknown message', { cause: error });
  return data;
}

/** Returns the line with the order: the daemon's only message. */
export function encodeOrder({ packageManager, packages, source }: LayerOrder, limits: InstallLimits): string {
  const hosts = indexHosts({ packageManager, source }).map(hostKey);
  const order = { manager: packageManager, packages, settings: { builds: true, ...source, hosts }, limits };
  return `${JSON.stringify(order)}\n`;
}
