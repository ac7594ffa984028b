import type { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import { matchesHost } from '../../../src-shared/contracts/network/host-pattern.ts';
import type { BlockedReason } from '../../../src-shared/contracts/network/network-events.ts';
import type { Connection } from './connection.ts';
import type { HttpConnection } from './http-connection.ts';
import type { RunContext } from './run-context.ts';
import { secureUpstream } from './upstream/secure-upstream.ts';

const methodCharacters = 32;
const pathCharacters = 2048;

/** Serves the requests of a connection to port 80. */
export async function proxyUnencrypted(run: RunContext, connection: Connection): Promise<void> {
  await run.proxyHttp(httpConnection(run, connection, connection.program));
}

/**
 * Serves the requests of a connection as its host, with a certificate of the run's own authority. Fails the connection with
 * `not_tls` if the program does not complete the handshake, with `timeout` after the time limit.
 */
export async function proxyIntercepted(run: RunContext, connection: Connection): Promise<void> {
  const authority = await run.authority();
  const secureContext = await authority.contextFor(connection.host);
  if (connection.program.destroyed) return;
  const program = await acceptTls(connection, { secureContext, limitMs: run.limits.headersMs });
  if (program !== undefined) await run.proxyHttp(httpConnection(run, connection, program));
}

function acceptTls(
  { program: stream, fail }: Connection,
  { secureContext, limitMs }: { secureContext: SecureContext; limitMs: number },
): Promise<TLSSocket | undefined> {
  const secure = new TLSSocket(stream, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
  secure.on('error', () => {});
  secure.once('close', () => stream.destroy());
  return new Promise((resolve) => {
    const refuse = () => settle('not_tls');
    const timer = setTimeout(() => settle('timeout'), limitMs);
    function settle(problem?: BlockedReason): void {
      clearTimeout(timer);
      stream.removeListener('end', refuse).removeListener('close', refuse);
      secure.removeListener('error', refuse).removeListener('close', refuse);
      if (problem !== undefined) fail(problem);
      resolve(problem === undefined ? secure : undefined);
    }
    secure
      .once('error', refuse)
      .once('close', refuse)
      .once('secure', () => settle());
    // The TLS socket does not read before the handshake, so it does not notice the end of the program's bytes.
    stream.once('end', refuse);
    // A program that rejects the certificate can reset the connection before its alert is read. This listener is called
    // before the one that ends the connection, after which no failure is reported.
    stream.prependOnceListener('close', refuse);
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
      run.send({ type: 'request', host, port, method: short, path: path.slice(0, pathCharacters), status, secrets });
    },
    onMasked: connection.countMasked,
    onBlocked: (reason, method) =>
      report('blocked', { reason, ...(method !== undefined && { method: method.slice(0, methodCharacters) }) }),
  };
}
