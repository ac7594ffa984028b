import { z } from 'zod';
import { readJson } from './json.ts';
import { ProtocolError } from './protocol-error.ts';
import { protocolVersion } from './wire.ts';

/** The report of an init that is ready for its job. */
export interface Hello {
  /** True if an interpreter is ready in the container. */
  warm: boolean;
  /** The random UUID that the kernel chose at its boot. It is equal in all containers of one kernel. */
  bootId: string;
}

const capBytes = 256;

/** The kernel's boot id as a sandbox or an installer reports it. */
export const BootId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const Payload = z.strictObject({
  protocol: z.literal(protocolVersion),
  warm: z.boolean(),
  bootId: BootId,
});

/**
 * Reads the payload of a hello frame.
 * @throws ProtocolError when it is anything but the hello of this version
 */
export function readHello(payload: Buffer): Hello {
  if (payload.length > capBytes) throw new ProtocolError('the hello is too long');
  const { warm, bootId } = readJson(payload, Payload);
  return { warm, bootId };
}
