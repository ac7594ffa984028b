import { refresh } from '../../src-shared/contracts/accounts.contract.ts';
import type { EndpointSpec } from '../../src-shared/endpoint.ts';
import { readApiError, unreachable } from './api-error.ts';
import { quickShell } from './desktop-shell.ts';
import { fillPath } from './fill-path.ts';
import { requireDaemon } from './prove-daemon.ts';
import { currentToken, markSessionRefused, renewSession, tokenExpiresAt } from './session/session.ts';

export interface SendInput {
  params?: object | undefined;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  bytes?: Blob | Uint8Array<ArrayBuffer> | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** True if the request continues after the page is closed. */
  keepalive?: boolean | undefined;
}

const renewBeforeMs = 10 * 60_000;
let renewal: Promise<void> | undefined;

/**
 * Sends one operation with the session's token, which is renewed before it expires. Nothing is sent before the daemon
 * has proved its identity.
 * @throws ApiError for anything but a success; an AbortError when `signal` aborts
 */
export async function send(spec: EndpointSpec, sending: SendInput = {}): Promise<Response> {
  const needsToken = spec.access !== 'open';
  await requireDaemon();
  sending.signal?.throwIfAborted();
  if (needsToken && spec.access !== 'refresh') await renewIfNeeded();
  const token = needsToken ? currentToken() : undefined;
  const response = await request(spec, sending, token);
  if (response.ok) return response;
  const error = await readApiError(response);
  // Another request may have renewed the token since: then the session has not ended.
  if (error.code === 'unauthorized' && token !== undefined && token === currentToken()) markSessionRefused();
  throw error;
}

async function request(spec: EndpointSpec, sending: SendInput, token: string | undefined): Promise<Response> {
  const { body, bytes, headers, signal, keepalive = false } = sending;
  try {
    return await fetch(fillPath(spec.path, sending.params, sending.query), {
      method: spec.method,
      headers: {
        'x-strongroom-client': 'interface',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bytes !== undefined && { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
      ...(bytes !== undefined ? { body: bytes } : body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      keepalive,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

/** Renews the session's token if it expires soon. @throws ApiError */
export async function renewIfNeeded(): Promise<void> {
  const token = currentToken();
  if (token === undefined || tokenExpiresAt(token) - Date.now() > renewBeforeMs) return;
  renewal ??= renew().finally(() => {
    renewal = undefined;
  });
  await renewal;
}

async function renew(): Promise<void> {
  if (quickShell !== undefined) {
    // Its session is the main window's, which alone may replace the token.
    const lent = await quickShell.readSession();
    if (lent === null) markSessionRefused();
    else renewSession(lent.token);
    return;
  }
  const response = await send(refresh);
  const reply = refresh.replies[200].parse(await response.json());
  renewSession(reply.token);
}
