import type { IncomingMessage } from 'node:http';
import type { HttpConnection } from '../../http-connection.ts';
import { type Field, fieldsOf, itemsOf, valuesOf } from '../header-fields.ts';
import { Refusal } from '../refusal.ts';
import { matchesGlob } from './path-glob.ts';

/** Encoded `/`, `\` and NUL, which hosts read in different ways. */
const ambiguous = /%(?:2f|5c|00)/i;
/** The same and an encoded dot, after one decoding: a host that decodes twice would read another path. */
const encodedTwice = /%(?:2e|2f|5c|00)/i;

/** A request that the rule allows, as the program sent it. */
export interface CheckedRequest {
  method: string;
  /** Encoded, without the query. */
  path: string;
  /** Encoded, with its `?`; empty if there is none. */
  query: string;
  fields: readonly Field[];
  /** Length of the body in bytes, `chunked`, or undefined for no body. */
  body: number | 'chunked' | undefined;
}

type RequestedHost = Pick<HttpConnection, 'host' | 'port' | 'isTls' | 'rule'>;

/**
 * Checks a request against the connection and its rule. Node's parser has already refused what is no HTTP, such as two
 * lengths or a bare LF; this refuses what Node accepts but hosts could read in two ways. @throws Refusal
 */
export function checkRequest(target: RequestedHost, request: IncomingMessage): CheckedRequest {
  const fields = fieldsOf(request.rawHeaders);
  const { method = '', url = '' } = request;
  checkHost(target, valuesOf(fields, 'host'));
  // The origin form. '#' is no part of it, and others than visible ASCII must be encoded.
  if (!/^\/[!-~]*$/.test(url) || url.includes('#')) throw new Refusal('bad_request');
  const body = framingOf(request, fields);
  const end = url.includes('?') ? url.indexOf('?') : url.length;
  const path = url.slice(0, end);
  if (target.rule.methods?.includes(method) === false) throw new Refusal('method_not_allowed');
  checkPath(target.rule.paths, path);
  return { method, path, query: url.slice(end), fields, body };
}

/** Returns true if a request asks for a WebSocket. Other protocols are ignored, as RFC 9110 (section 7.8) allows. */
export function isWebSocketRequest(request: IncomingMessage): boolean {
  const fields = fieldsOf(request.rawHeaders);
  return itemsOf(fields, 'upgrade').includes('websocket') && itemsOf(fields, 'connection').includes('upgrade');
}

/** Checks a request for a WebSocket, in addition to the checks of every request. @throws Refusal */
export function checkWebSocket({ rule }: RequestedHost, { method, fields, body }: CheckedRequest): void {
  if (!rule.websocket) throw new Refusal('websocket_not_allowed');
  const isOnly = itemsOf(fields, 'upgrade').length === 1;
  if (method !== 'GET' || !isOnly || (body !== undefined && body !== 0)) throw new Refusal('bad_request');
}

function checkHost({ host, port, isTls }: RequestedHost, values: readonly string[]): void {
  const [value] = values;
  if (value === undefined || values.length > 1) throw new Refusal('bad_request');
  const isDefault = port === (isTls ? 443 : 80);
  const name = value.toLowerCase();
  if (name !== `${host}:${port}` && !(isDefault && name === host)) throw new Refusal('host_mismatch');
}

function framingOf({ httpVersion }: IncomingMessage, fields: readonly Field[]): number | 'chunked' | undefined {
  const lengths = valuesOf(fields, 'content-length');
  const codings = valuesOf(fields, 'transfer-encoding');
  const expectations = valuesOf(fields, 'expect');
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw new Refusal('bad_request');
  if (expectations.some((value) => value.toLowerCase() !== '100-continue')) throw new Refusal('bad_request');
  if (codings.length > 0) {
    const isChunked = codings.length === 1 && codings[0]?.toLowerCase() === 'chunked';
    if (!isChunked || lengths.length > 0 || httpVersion === '1.0') throw new Refusal('bad_request');
    return 'chunked';
  }
  const [length] = lengths;
  if (length === undefined) return undefined;
  if (lengths.length > 1 || !/^\d{1,15}$/.test(length)) throw new Refusal('bad_request');
  return Number(length);
}

/**
 * Checks an encoded path. Without `paths` in the rule every path is allowed, also one with encoded slashes, which some APIs need.
 * @throws Refusal
 */
export function checkPath(globs: readonly string[] | undefined, raw: string): void {
  if (globs === undefined) return;
  const path = decodePath(raw);
  if (path === undefined || !globs.some((glob) => matchesGlob(glob, path))) throw new Refusal('path_not_allowed');
}

/**
 * Decodes the path of a request target once. Returns undefined for a path that hosts can read as another one: with a `.` or
 * `..` part (also before `;`, as `..;` is for Tomcat), a backslash, an encoded slash, NUL, or bytes that are not UTF-8.
 */
function decodePath(raw: string): string | undefined {
  if (ambiguous.test(raw)) return undefined;
  const path = decoded(raw);
  if (path === undefined || path.includes('\\') || path.includes('\0') || encodedTwice.test(path)) return undefined;
  return path.split('/').some(isDotPart) ? undefined : path;
}

function isDotPart(part: string): boolean {
  const name = part.split(';', 1)[0];
  return name === '.' || name === '..';
}

function decoded(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
