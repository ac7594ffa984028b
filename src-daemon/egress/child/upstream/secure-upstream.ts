import type { Socket } from 'node:net';
import { connect, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls';
import { ConnectError } from '../http-connection.ts';

/** Returns what a run trusts: Node's root certificates and additional ones (PEM). */
export function createTrust(extraCa: string): SecureContext {
  return createSecureContext({ ca: extraCa === '' ? [...rootCertificates] : [...rootCertificates, extraCa] });
}

export interface SecureOptions {
  host: string;
  trust: SecureContext;
  limitMs: number;
}

/**
 * Starts TLS on a connection to a host and verifies its certificate. HTTP/1.1 is the only protocol that is offered. The
 * socket is destroyed after a failure.
 * @throws ConnectError `bad_certificate`, also if the host requires a certificate of the client; `connect_failed`, `timeout`
 */
export function secureUpstream(socket: Socket, { host, trust, limitMs }: SecureOptions): Promise<TLSSocket> {
  const secure = connect({ socket, servername: host, secureContext: trust, ALPNProtocols: ['http/1.1'] });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => refuse(isAsked(secure) ? 'bad_certificate' : 'timeout'), limitMs);
    const succeed = () => {
      stopListening();
      resolve(secure);
    };
    const refuse = (reason: ConnectError['reason']) => {
      stopListening();
      secure.on('error', () => {}).destroy();
      socket.destroy();
      reject(new ConnectError(reason));
    };
    const onSecure = () => {
      if (!mayBeRefusedLater(secure)) succeed();
      else secure.once('session', succeed);
    };
    const onFailure = () => refuse(isCertificateProblem(secure) ? 'bad_certificate' : 'connect_failed');
    function stopListening(): void {
      clearTimeout(timer);
      secure.off('secureConnect', onSecure).off('session', succeed).off('error', onFailure).off('close', onFailure);
    }
    secure.once('secureConnect', onSecure).once('error', onFailure).once('close', onFailure);
  });
}

/**
 * A host that asks for a certificate refuses its absence after the handshake of TLS 1.3, when a request could be on its
 * way already. It accepts the absence with a session ticket.
 */
function mayBeRefusedLater(secure: TLSSocket): boolean {
  return secure.getProtocol() === 'TLSv1.3' && isAsked(secure);
}

function isCertificateProblem(secure: TLSSocket): boolean {
  // Null, although its type says otherwise, unless the verification has failed.
  return (secure.authorizationError as unknown) != null || isAsked(secure);
}

/** Returns true if the host has sent a CertificateRequest: only then a client knows signature algorithms of the host. */
function isAsked(secure: TLSSocket): boolean {
  return (secure.getSharedSigalgs() ?? []).length > 0;
}
