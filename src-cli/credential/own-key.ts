import { type ApiRefusal, CliError } from '../cli-error.ts';

/** The API key that a command sends, and where it was found. */
export interface OwnKey {
  apiKey: string;
  origin: 'environment' | { storedIn: string };
}

const keyForm = /^srk_[0-9A-Za-z]{17}_[0-9A-Za-z]{49}$/;

/** Checks that a key can be sent in a header. @throws CliError `not_logged_in` */
export function requireHeaderForm(key: OwnKey): OwnKey {
  if (/^[\x21-\x7e]{1,4096}$/.test(key.apiKey)) return key;
  throw new CliError('not_logged_in', `${nameOf(key)} is not an API key of Strongroom. ${nextStepOf(key)}`);
}

/**
 * Returns the refusal with the origin of the key and the next step, if the daemon does not accept the key. The daemon
 * does not say whether a key is unknown, revoked or expired.
 */
export function explainKeyRefusal(key: OwnKey, refusal: ApiRefusal): ApiRefusal {
  if (refusal.code !== 'unauthorized') return refusal;
  const reason = keyForm.test(key.apiKey)
    ? 'it was revoked, has expired, or belongs to other data'
    : 'it does not have the form of an API key (srk_…)';
  return refusal.withMessage(`The daemon does not accept ${nameOf(key)}: ${reason}. ${nextStepOf(key)}`);
}

function nameOf({ origin }: OwnKey): string {
  return origin === 'environment' ? 'the key in STRONGROOM_API_KEY' : `the key in ${origin.storedIn}`;
}

function nextStepOf({ origin }: OwnKey): string {
  if (origin !== 'environment') return 'Run "strongroom login".';
  return 'Set the variable to a valid key ("strongroom keys create"), or unset it to use the key that login stored.';
}
