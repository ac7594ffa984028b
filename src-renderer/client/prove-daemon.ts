import { provePage } from '../../src-shared/contracts/service.contract.ts';
import { base64Bytes, encodeBase64 } from '../../src-shared/formats/base64.ts';
import { ApiError, unreachable } from './api-error.ts';
import { isDesktopWindow } from './desktop-shell.ts';

interface PageKey {
  id: string;
  key: Promise<CryptoKey>;
}

const pageKey = readPageKey();
let underWay: Promise<void> | undefined;

/**
 * Resolves when the program at this address has proved that it is the daemon that served this page (HMAC-SHA256, RFC
 * 2104, with the page's own key). Called before each request: after the daemon stops, any program can use its port. The
 * desktop window needs no proof, because its requests use the daemon's socket.
 * @throws ApiError `unproven` when another program answers, `unreachable` when none does
 */
export function requireDaemon(): Promise<void> {
  if (pageKey === undefined) return Promise.resolve();
  underWay ??= prove(pageKey).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function prove({ id, key }: PageKey): Promise<void> {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const answer = await ask(id, nonce);
  if (!(await crypto.subtle.verify('HMAC', await key, answer, messageOf(nonce)))) throw unproven();
}

async function ask(page: string, nonce: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(provePage.path, {
    method: provePage.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, nonce: encodeBase64(nonce) }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  }).catch(() => {
    throw unreachable();
  });
  const reply = provePage.replies[200].safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !reply.success) throw unproven();
  return new Uint8Array(base64Bytes(reply.data.proof));
}

/** The signed message: the nonce and the port as 32 bits, big-endian. */
function messageOf(nonce: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(nonce.length + 4);
  message.set(nonce);
  new DataView(message.buffer).setUint32(nonce.length, Number(location.port || 80));
  return message;
}

function unproven(): ApiError {
  return new ApiError(
    'unproven',
    'The program at this address did not prove that it is the daemon that served this page. Nothing was sent to it.',
  );
}

/** Undefined in the desktop window and where vite serves the page (`npm run dev`). */
function readPageKey(): PageKey | undefined {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="strongroom-page"]');
  const [id = '', key] = meta?.content.split('.') ?? [];
  if (isDesktopWindow || key === undefined) return undefined;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return { id, key: crypto.subtle.importKey('raw', new Uint8Array(base64Bytes(key)), algorithm, false, ['verify']) };
}
