import type { BlockedReason } from '../../../../src-shared/contracts/network/network-events.ts';

/** A request that is not sent on, or whose response is not returned. The message is fixed: it contains no user data. */
export class Refusal extends Error {
  readonly reason: BlockedReason;

  constructor(reason: BlockedReason) {
    super(`request refused: ${reason}`);
    this.name = 'Refusal';
    this.reason = reason;
  }
}

/** The response that a program gets instead of that of the host. */
export interface RefusalAnswer {
  status: number;
  fields: [name: string, value: string][];
  body: string;
}

/** Returns the response for a reason. `status` replaces the usual status of the reason. */
export function refusalAnswer(
  reason: BlockedReason,
  { host, status }: { host: string; status?: number },
): RefusalAnswer {
  const [defaultStatus, message] = answers[reason] ?? [403, 'The network rules of this run do not allow this request.'];
  const body = `${JSON.stringify({ error: { code: reason, message: message.replaceAll('{host}', host) } })}\n`;
  return {
    status: status ?? defaultStatus,
    fields: [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['X-Strongroom-Blocked', reason],
    ],
    body,
  };
}

const answers: Partial<Record<BlockedReason, [status: number, message: string]>> = {
  host_mismatch: [
    403,
    'The request has another Host than {host}, to which this connection was opened. Open a connection to the other host; ' +
      'it needs its own rule.',
  ],
  bad_request: [
    400,
    'This is not a valid HTTP/1.1 request, or it can be read in two ways. Send one Host, a target that begins with /, and ' +
      'either Content-Length or "Transfer-Encoding: chunked".',
  ],
  method_not_allowed: [
    403,
    'The rule for {host} does not allow this method. To allow it, add it to "methods" of the rule.',
  ],
  path_not_allowed: [
    403,
    'The rule for {host} does not allow this path. To allow it, add it to "paths" of the rule. Paths with a "." or ".." ' +
      'part, a backslash, or an encoded slash are never allowed by such a rule.',
  ],
  websocket_not_allowed: [
    403,
    'The rule for {host} does not allow WebSockets. To allow them, set "websocket": true in the rule.',
  ],
  placeholder_misplaced: [
    403,
    'The request contains the placeholder of a secret in a place where its value must not be sent. Values are only sent ' +
      'over TLS, to the hosts and in the places that "hosts" of the secret names, and if the rule for {host} names the ' +
      'secret.',
  ],
  secret_unusable: [
    403,
    'The value of a secret could not be put into the request. A value must have no line break, NUL or other control ' +
      'character, and its use must be recorded before it is sent. If it has a line break at its end, set it again without.',
  ],
  connect_failed: [
    502,
    'Could not connect to {host}. Check that the host is reachable from this machine, and try again.',
  ],
  secret_missing: [
    403,
    'The rule for {host} has "onlySecrets": each request must contain a value of its secrets. Put the placeholder of one into ' +
      'the request.',
  ],
  other_credential: [
    403,
    'The rule for {host} has "onlySecrets": a request must contain no credential but the values of its secrets. Remove other ' +
      'headers such as Authorization and Cookie, and parameters such as key and token.',
  ],
  bad_certificate: [
    502,
    'The certificate of {host} could not be verified, so nothing was sent. If the host has a certificate of a private ' +
      'authority, set "caBundlePath".',
  ],
  bad_response: [
    502,
    'The response of {host} could not be read: it is not valid, has an unknown encoding, or was not complete.',
  ],
  closed_address: [502, '{host} has an address that is not public. Only a rule with "address" allows it.'],
  name_not_found: [502, 'The name {host} was not found.'],
  too_large: [
    413,
    'The headers of the request have more than 16 KiB, or its compressed body is too large when it is decoded.',
  ],
  timeout: [408, 'The request was not complete in time. Send it without long pauses.'],
  limit: [403, 'A limit of the network of this run is reached.'],
};
