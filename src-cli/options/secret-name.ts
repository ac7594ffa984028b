import { SecretName } from '../../src-shared/formats/secret-name.ts';
import { CliError } from '../cli-error.ts';

/** @throws CliError if a text cannot be the name of a secret */
export function requireSecretName(name: string): void {
  const { error } = SecretName.safeParse(name);
  if (error) throw new CliError('usage', `The name of a secret ${error.issues[0]?.message}.`);
}
