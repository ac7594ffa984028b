import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { Duplex } from 'node:stream';
import { createByteQueue } from './byte-queue.ts';
import { u32 } from './fields.ts';
import { ProtocolError } from './protocol-error.ts';
import { readFrames } from './read-frames.ts';
import { payloadCap } from './wire.ts';

/** Encrypts the stream between the daemon and an init; resources/sandbox/PROTOCOL.md, "Sealed streams", defines it. */

/** A key pair for one sandbox. It is never used again, so what was recorded cannot be read later. */
export interface TransitKey {
  /** The argument of init. The key in it is public. */
  argument: string;
  /** The public key: 32 bytes. */
  publicKey: Buffer;
  secretKey: KeyObject;
}

/** Notifies init that its stream is read: a cluster drops what is written before. */
const attached = Buffer.from('A');
const keyBytes = 32;
const headBytes = 4;
const tagBytes = 16;
const nonceBytes = 12;
const cipher = 'chacha20-poly1305';
/** The beginning of a public key of X25519 in DER, before its 32 bytes (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b656e032100', 'hex');

/** Creates a key pair for one sandbox. */
export function createTransitKey(): TransitKey {
  const pair = generateKeyPairSync('x25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(derPrefix.length);
  return { argument: `--transit=${publicKey.toString('hex')}`, publicKey, secretKey: pair.privateKey };
}

/**
 * Returns the plain stream over an encrypted one. Both end together. What is written before init has sent its key waits.
 * The returned stream is destroyed with a ProtocolError when a record is not the next one that init has sealed.
 */
export function openSealedStream(sealed: Duplex, key: TransitKey): Duplex {
  const sealer = Promise.withResolvers<void>();
  sealer.promise.catch(() => {});
  let seal: ((bytes: Uint8Array) => Buffer[]) | undefined;

  const plain: Duplex = new Duplex({
    write: (chunk: Buffer, _encoding, done) => send([chunk], done),
    writev: (chunks, done) =>
      send(
        chunks.map(({ chunk }) => chunk as Buffer),
        done,
      ),
    final: (done) => void sealed.end(done),
    read: () => void sealed.resume(),
    destroy: (error, done) => {
      sealer.reject(error ?? new ProtocolError('the stream ended before its key'));
      sealed.destroy();
      done(error);
    },
  });

  function send(chunks: readonly Buffer[], done: (error?: Error | null) => void): void {
    if (seal === undefined) {
      sealer.promise.then(
        () => send(chunks, done),
        (error: Error) => done(error),
      );
      return;
    }
    const bytes = Buffer.concat(chunks);
    sealed.cork();
    let canContinue = true;
    for (let at = 0; at < bytes.length; at += payloadCap)
      for (const piece of seal(bytes.subarray(at, at + payloadCap))) canContinue = sealed.write(piece);
    sealed.uncork();
    if (canContinue) done();
    else sealed.once('drain', done);
  }

  sealed.write(attached);
  const read = createOpener(key, {
    onKeys: ({ toInit }) => {
      seal = createSealer(toInit);
      sealer.resolve();
    },
    onBytes: (bytes) => {
      if (!plain.push(bytes)) sealed.pause();
    },
  });
  sealed.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      plain.destroy(error as Error);
    }
  });
  sealed.once('end', () => plain.push(null));
  sealed.once('error', (error) => plain.destroy(error));
  sealed.once('close', () => {
    // Bytes that arrived before a proper end are still read.
    if (!sealed.readableEnded) plain.destroy();
  });
  return plain;
}

interface SessionKeys {
  fromInit: Buffer;
  toInit: Buffer;
}

/** As libsodium's `crypto_kx_server_session_keys`: the daemon is the server. */
function agree({ publicKey, secretKey }: TransitKey, theirs: Buffer): SessionKeys {
  const shared = diffieHellman({
    privateKey: secretKey,
    publicKey: createPublicKey({ key: Buffer.concat([derPrefix, theirs]), type: 'spki', format: 'der' }),
  });
  const both = createHash('blake2b512').update(shared).update(theirs).update(publicKey).digest();
  return { toInit: both.subarray(0, keyBytes), fromInit: both.subarray(keyBytes) };
}

/** Returns the nonces of one direction, which count its records. */
function createNonces(): () => Buffer {
  let number = 0n;
  return () => {
    const nonce = Buffer.alloc(nonceBytes);
    nonce.writeBigUInt64BE(number++, nonceBytes - 8);
    return nonce;
  };
}

function createSealer(key: Buffer): (bytes: Uint8Array) => Buffer[] {
  const nextNonce = createNonces();
  return (bytes) => {
    const head = u32(bytes.length);
    const sealing = createCipheriv(cipher, key, nextNonce(), { authTagLength: tagBytes });
    sealing.setAAD(head, { plaintextLength: bytes.length });
    const body = sealing.update(bytes);
    sealing.final();
    return [head, body, sealing.getAuthTag()];
  };
}

interface OpenerEvents {
  onKeys(keys: SessionKeys): void;
  onBytes(bytes: Buffer): void;
}

/** Returns a function that reads init's key, then its records. It throws ProtocolError. */
function createOpener(key: TransitKey, { onKeys, onBytes }: OpenerEvents): (chunk: Buffer) => void {
  const early = createByteQueue();
  let readRecords: ((chunk: Buffer) => void) | undefined;
  return (chunk) => {
    if (readRecords !== undefined) return readRecords(chunk);
    early.push(chunk);
    if (early.size < keyBytes) return undefined;
    const keys = agreeOrFail(key, early.take(keyBytes));
    readRecords = createRecordReader(keys.fromInit, onBytes);
    onKeys(keys);
    return readRecords(early.take(early.size));
  };
}

function agreeOrFail(key: TransitKey, theirs: Buffer): SessionKeys {
  try {
    return agree(key, theirs);
  } catch {
    throw new ProtocolError('the key of init is not usable');
  }
}

function createRecordReader(key: Buffer, onBytes: (bytes: Buffer) => void): (chunk: Buffer) => void {
  const nextNonce = createNonces();
  return readFrames<{ head: Buffer }>({
    headerBytes: headBytes,
    readHead: (head) => {
      const plainBytes = head.readUInt32BE();
      if (plainBytes === 0 || plainBytes > payloadCap) throw new ProtocolError('a sealed record has a wrong length');
      return { head, length: plainBytes + tagBytes };
    },
    onFrame: ({ head, length }, pieces) => {
      const record = Buffer.concat(pieces, length);
      const plainBytes = length - tagBytes;
      const opening = createDecipheriv(cipher, key, nextNonce(), { authTagLength: tagBytes });
      opening.setAAD(head, { plaintextLength: plainBytes });
      opening.setAuthTag(record.subarray(plainBytes));
      const bytes = opening.update(record.subarray(0, plainBytes));
      try {
        opening.final();
      } catch {
        throw new ProtocolError('a sealed record was changed, repeated or left out');
      }
      onBytes(bytes);
    },
  });
}
