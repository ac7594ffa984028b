import { type FieldReader, readFields } from '../../../wire/fields.ts';
import { ProtocolError } from '../../../wire/protocol-error.ts';

/** The result for the first bytes of a connection. `serverName` is undefined if the message has none. */
export type HelloState = { state: 'incomplete' | 'invalid' } | { state: 'complete'; serverName: string | undefined };

/** Limit of a ClientHello, with the headers of its records, in bytes. */
export const helloCapBytes = 16 * 1024;

const handshakeRecord = 22;
const recordHeaderBytes = 5;
const recordCapBytes = 16 * 1024;
const clientHello = 1;
const messageHeaderBytes = 4;
const serverNameExtension = 0;
const hostNameType = 0;

/**
 * Reads the server name of a ClientHello (RFC 8446, 4.1.2; RFC 6066, 3) from the first bytes of a connection. The message
 * may span records. Anything that a server could read in another way is invalid: two extensions of one type, several
 * names, bytes that belong to no field.
 */
export function parseClientHello(bytes: Buffer): HelloState {
  const message = handshakeBytes(bytes);
  if (message === undefined) return { state: 'invalid' };
  if (message.length > 0 && message[0] !== clientHello) return { state: 'invalid' };
  const length = message.length < messageHeaderBytes ? undefined : message.readUIntBE(1, 3);
  if (length !== undefined && length > helloCapBytes) return { state: 'invalid' };
  if (length === undefined || message.length - messageHeaderBytes < length)
    return { state: bytes.length >= helloCapBytes ? 'invalid' : 'incomplete' };
  try {
    const body = message.subarray(messageHeaderBytes, messageHeaderBytes + length);
    return { state: 'complete', serverName: serverNameIn(readFields(body)) };
  } catch (error) {
    if (error instanceof ProtocolError) return { state: 'invalid' };
    throw error;
  }
}

/** Returns the payloads of the handshake records, as far as they have arrived; undefined if another record is first. */
function handshakeBytes(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [type, major] = [bytes[at], bytes[at + 1]];
    const isOther = type !== handshakeRecord || (major !== undefined && major !== 3);
    // A record that follows the message, such as early data, is not part of it.
    if (isOther) return isWhole(parts) ? Buffer.concat(parts) : undefined;
    if (bytes.length - at < recordHeaderBytes) break;
    const length = bytes.readUInt16BE(at + 3);
    if (length === 0 || length > recordCapBytes) return undefined;
    at += recordHeaderBytes;
    parts.push(bytes.subarray(at, at + length));
    at += length;
  }
  return Buffer.concat(parts);
}

function isWhole(parts: readonly Buffer[]): boolean {
  const message = Buffer.concat(parts);
  return message.length >= messageHeaderBytes && message.length >= messageHeaderBytes + message.readUIntBE(1, 3);
}

/** @throws ProtocolError */
function serverNameIn(hello: FieldReader): string | undefined {
  // Version and random
  hello.bytes(2 + 32);
  // Session id, cipher suites, compression methods
  hello.bytes(hello.u8());
  hello.bytes(hello.u16());
  hello.bytes(hello.u8());
  if (hello.left === 0) return undefined;
  const extensions = readFields(hello.bytes(hello.u16()));
  hello.end();
  const seen = new Set<number>();
  let name: string | undefined;
  while (extensions.left > 0) {
    const type = extensions.u16();
    const data = extensions.bytes(extensions.u16());
    if (seen.has(type)) throw new ProtocolError('an extension appears twice');
    seen.add(type);
    if (type === serverNameExtension) name = onlyName(data);
  }
  return name;
}

/** @throws ProtocolError unless the list has exactly one host name */
function onlyName(data: Buffer): string {
  const extension = readFields(data);
  const list = readFields(extension.bytes(extension.u16()));
  extension.end();
  if (list.u8() !== hostNameType) throw new ProtocolError('a server name that is no host name');
  const name = list.bytes(list.u16()).toString('latin1');
  list.end();
  return name;
}
