import type { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import { matchesHost } from '../../../../src-shared/contracts/network/host-pattern.ts';
import type { BlockedReason } from '../../../../src-shared/contracts/network/network-events.ts';
import type { Connection } from './connection.ts';
import { ConnectError, type HttpConnection } from './http-connection.ts';
import type { RunContext } from './run-context.ts';
import { secureUpstream } from './upstream/secure-upstream.ts';

const methodCharacters = 32;
const pathCharacters = 2048;

/** Serves the requests of a connection to port 80. */
export async function serveUnencrypted(run: RunContext, connection: Connection): Promise<void> {
  await run.serveHttp(httpConnection(run, connection, connection.program));
}

/**
 * Serves the requests of a connection as its host, with a certificate of the run's own authority.
 * @throws ConnectError `not_tls` if the program does not complete the handshake, `timeout`
 */
export async function serveIntercepted(run: RunContext, connection: Connection): Promise<void> {
  const authority = await run.authority();
  const secureContext = await authority.contextFor(connection.host);
  if (connection.program.destroyed) return;
  const program = await acceptTls(connection.program, { secureContext, limitMs: run.limits.headersMs });
  await run.serveHttp(httpConnection(run, connection, program));
}

function acceptTls(
  stream: Duplex,
  { secureContext, limitMs }: { secureContext: SecureContext; limitMs: number },
): Promise<TLSSocket> {
  const secure = new TLSSocket(stream, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
  secure.on('error', () => {});
  secure.once('close', () => stream.destroy());
  return new Promise((resolve, reject) => {
    const refuse = (reason: BlockedReason) => () => {
      clearTimeout(timer);
      reject(new ConnectError(reason));
    };
    const timer = setTimeout(refuse('timeout'), limitMs);
    secure.once('error', refuse('not_tls')).once('close', refuse('not_tls'));
    // The TLS socket does not read before the handshake, so it does not notice the end of the program's bytes.
    stream.once('end', refuse('not_tls'));
    secure.once('secure', () => {
      clearTimeout(timer);
      resolve(secure);
    });
  });
}

function httpConnection(run: RunContext, connection: Connection, program: Duplex): HttpConnection {
  const { host, port, applied, report } = connection;
  const { rule } = applied;
  const allSecrets = run.policy.secrets;
  const isTls = rule.protocol === 'tls';
  return {
    ...{ program, host, port, isTls, rule, allSecrets },
    secrets: allSecrets.filter(
      ({ name, locations }) =>
        rule.secrets.includes(name) && locations.some((location) => matchesHost(location.host, host)),
    ),
    connect: async () => {
      const socket = await connection.connect();
      // The host's part of a connection has no use after the program has closed its own.
      connection.program.once('close', () => socket.destroy());
      // A host that sends no more bytes has closed the connection, in HTTP.
      socket.allowHalfOpen = false;
      const limitMs = run.limits.connectMs;
      const upstream = isTls ? await secureUpstream(socket, { host, trust: run.trust(), limitMs }) : socket;
      report('open');
      return upstream;
    },
    recordUse: (secret) => run.uses.record(host, secret),
    onRequest: ({ method, path, status, secrets }) => {
      const short = method.slice(0, methodCharacters);
      report('request', { method: short, secrets, ...(status !== null && { status }) });
      run.send({ type: 'request', host, port, method: short, path: path.slice(0, pathCharacters), status });
    },
    onBlocked: (reason, method) =>
      report('blocked', { reason, ...(method !== undefined && { method: method.slice(0, methodCharacters) }) }),
  };
}
