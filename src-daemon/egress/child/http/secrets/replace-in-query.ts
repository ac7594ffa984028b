import { formDecoded } from '../names.ts';
import { type PlacedSecret, usableValue } from './placed-secret.ts';

/**
 * Replaces placeholders in the allowed parameters of a query, which begins with `?` or is empty, and adds the names of the
 * secrets to `used`. The other parameters stay as they are. @throws Refusal `secret_unusable`
 */
export function replaceInQuery(
  query: string,
  { secrets, used }: { secrets: readonly PlacedSecret[]; used: Set<string> },
): string {
  if (!secrets.some(({ parameters }) => parameters.size > 0)) return query;
  const parameters = query.slice(1).split('&');
  return query.slice(0, 1) + parameters.map((parameter) => replaceInParameter(parameter, { secrets, used })).join('&');
}

function replaceInParameter(
  parameter: string,
  { secrets, used }: { secrets: readonly PlacedSecret[]; used: Set<string> },
): string {
  const equals = parameter.indexOf('=');
  if (equals === -1) return parameter;
  const name = formDecoded(parameter.slice(0, equals));
  const value = formDecoded(parameter.slice(equals + 1));
  if (name === undefined || value === undefined) return parameter;
  let replaced = value;
  for (const secret of secrets) {
    if (!secret.parameters.has(name) || !replaced.includes(secret.placeholder)) continue;
    replaced = replaced.replaceAll(secret.placeholder, () => usableValue(secret));
    used.add(secret.name);
  }
  return replaced === value ? parameter : `${parameter.slice(0, equals)}=${encodeURIComponent(replaced)}`;
}
