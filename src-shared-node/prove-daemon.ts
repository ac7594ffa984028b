import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Agent } from 'node:http';
import { equalBytes } from '@noble/ciphers/utils.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { handshake } from '../src-shared/contracts/service.contract.ts';
import { base64Bytes } from '../src-shared/formats/base64.ts';
import { askJson } from './ask-json.ts';
import type { RunFile } from './run-file.ts';

const limitMs = 10_000;
const nonceBytes = 32;

/**
 * Returns true if the daemon has the proof key of the run file: HMAC-SHA256 (RFC 2104) over a fresh nonce, the port and
 * the pid, both 32-bit big-endian. Only a verified daemon may receive a credential or be shown in a window.
 * @param agent the connection to verify; without it a new connection to the port is verified
 */
export async function isProvenDaemon({ port, pid, proofKey, socketPath }: RunFile, agent?: Agent): Promise<boolean> {
  const nonce = freshNonce();
  const endpoint = Buffer.alloc(8);
  endpoint.writeUInt32BE(port, 0);
  endpoint.writeUInt32BE(pid, 4);
  const expected = hmac(sha256, base64Bytes(proofKey), Buffer.concat([nonce, endpoint]));
  try {
    const body = { nonce: nonce.toString('base64') };
    const over = agent && { agent, socketPath };
    const answer = await askJson(addressOf(port), handshake, { body, ...over, signal: AbortSignal.timeout(limitMs) });
    const { proof } = answer as { proof?: unknown };
    if (typeof proof !== 'string' || proof.length > 44) return false;
    return equalBytes(base64Bytes(proof), expected);
  } catch {
    // Nothing answers, or something that speaks another protocol.
    return false;
  }
}

/**
 * Returns random bytes of the system. They are read from its device where there is one: a command would load `node:crypto`
 * for nothing else, which takes a fifth of the time in which Node starts.
 */
function freshNonce(): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  try {
    const device = openSync('/dev/urandom', 'r');
    try {
      if (readSync(device, nonce) === nonceBytes) return nonce;
    } finally {
      closeSync(device);
    }
  } catch {
    // Windows has no such device, and a jail may lack it.
  }
  return randomBytes(nonceBytes);
}

/** Returns the address of a daemon on this machine. */
export function addressOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
