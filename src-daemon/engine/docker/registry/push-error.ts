import type { RegistryCredentials } from '../../credential/registry-credentials.ts';
import { shownText } from './shown-text.ts';

/** The next step for a failure, by the text of the engine. The first that matches is used. */
const advices: readonly [RegExp, (host: string) => string][] = [
  [
    /unauthorized|authentication required|basic auth|denied|forbidden|\b40[13]\b/i,
    (host) => `Log in with an account that may push there (docker login ${host}), and try again.`,
  ],
  [/no such host|name resolution|lookup /i, (host) => `Check the name ${host} of --push, and this machine's DNS.`],
  [
    /HTTP response to HTTPS client|x509|certificate|tls: /i,
    (host) => `The engine trusts ${host} only by TLS: give the engine its certificate authority (/etc/docker/certs.d).`,
  ],
  [
    /connection refused|timeout|deadline exceeded|unreachable|EOF|reset by peer/i,
    (host) => `Check that the engine's machine reaches ${host}, and try again.`,
  ],
];

interface FailedPush {
  host: string;
  /** The image with its tag. */
  name: string;
  credentials: RegistryCredentials | undefined;
}

/** Returns the error of a push for users. @param text what the engine says; a registry may have written it */
export function pushError(text: string, { host, name, credentials }: FailedPush): Error {
  const shown = shownText(withoutSecret(text, credentials));
  const [, advise] = advices.find(([pattern]) => pattern.test(shown)) ?? [];
  return new Error(`${name} could not be pushed: ${shown}. ${advise?.(host) ?? 'Try again.'}`);
}

/** A registry may repeat what it was sent. */
function withoutSecret(text: string, credentials: RegistryCredentials | undefined): string {
  if (credentials === undefined) return text;
  const secret = 'password' in credentials ? credentials.password : credentials.identitytoken;
  return secret === '' ? text : text.replaceAll(secret, '[secret]');
}
