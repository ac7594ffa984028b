import type { Field } from '../header-fields.ts';
import { formDecoded, normalizedName } from '../names.ts';
import { Refusal } from '../refusal.ts';

/** Headers that contain a credential, by the end of their names. */
const credentialHeader =
  /(?:^|-)(?:authorization|auth|cookie2?|token|secret|password|passwd|credentials?|session|session-?id|jwt|signature)$|(?:^|-)(?:api|access|auth|subscription|functions|app|application|license|service)-?key$/;

/** Parameters that contain a credential, with `-` for `_`. A name such as `page_token` is no credential. */
const credentialParameters = new Set([
  ...['key', 'api-key', 'apikey', 'x-api-key', 'access-key', 'accesskey', 'subscription-key', 'app-key', 'appkey'],
  ...['token', 'access-token', 'accesstoken', 'auth-token', 'authtoken', 'api-token', 'apitoken', 'id-token', 'jwt'],
  ...[
    'private-token',
    'job-token',
    'oauth-token',
    'bearer',
    'auth',
    'authorization',
    'session',
    'session-id',
    'sessionid',
  ],
  ...['password', 'passwd', 'pwd', 'secret', 'client-secret', 'clientsecret', 'api-secret', 'app-secret', 'credential'],
  ...['sig', 'signature', 'x-amz-signature', 'x-amz-credential', 'x-amz-security-token', 'x-goog-signature'],
  ...['x-goog-credential', 'awsaccesskeyid', 'googleaccessid', 'hapikey', 'appid', 'app-id', 'userkey', 'user-key'],
]);

/** Head of a request before and after placeholders were replaced. */
interface Head {
  fields: readonly Field[];
  query: string;
}

/**
 * Checks a request of a rule with `onlySecrets`: it contains a value of a secret, and no other credential in its headers and
 * query. A body is not checked. @throws Refusal
 */
export function requireOnlySecrets({ before, after, isUsed }: { before: Head; after: Head; isUsed: boolean }): void {
  if (!isUsed) throw new Refusal('secret_missing');
  if (after.fields.filter(([name]) => name.toLowerCase() === 'authorization').length > 1)
    throw new Refusal('other_credential');
  const isOther = ([name, value]: Field, index: number) =>
    before.fields[index]?.[1] === value && credentialHeader.test(normalizedName(name));
  if (after.fields.some(isOther)) throw new Refusal('other_credential');
  const sent = before.query.slice(1).split('&');
  const isOtherParameter = (parameter: string, index: number) =>
    sent[index] === parameter && isCredentialParameter(parameter);
  if (after.query.slice(1).split('&').some(isOtherParameter)) throw new Refusal('other_credential');
}

function isCredentialParameter(parameter: string): boolean {
  // A host may divide at `;` too.
  return parameter.split(';').some((part) => {
    const [name = '', value = ''] = part.split('=', 2);
    return value !== '' && credentialParameters.has(normalizedName(formDecoded(name) ?? name));
  });
}
