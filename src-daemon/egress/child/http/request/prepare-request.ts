import type { IncomingMessage } from 'node:http';
import type { HttpConnection } from '../../http-connection.ts';
import { type Field, without, withoutHopByHop } from '../header-fields.ts';
import type { HttpLimits } from '../http-limits.ts';
import { Refusal } from '../refusal.ts';
import type { FormIndexes } from '../secrets/form-indexes.ts';
import { placedSecrets } from '../secrets/placed-secret.ts';
import { searchHead } from '../secrets/placeholder-search.ts';
import { replaceInHeaders } from '../secrets/replace-in-headers.ts';
import { replaceInPath } from '../secrets/replace-in-path.ts';
import { replaceInQuery } from '../secrets/replace-in-query.ts';
import { type CheckedRequest, checkPath } from './check-request.ts';
import { checkQueryOverride, isOverrideHeader } from './method-override.ts';
import { requireOnlySecrets } from './only-secrets.ts';
import { type PreparedBody, prepareBody } from './prepare-body.ts';

/** A request for the host, with the values of secrets. */
export interface PreparedRequest {
  method: string;
  /** Path and query. */
  target: string;
  fields: readonly Field[];
  body: PreparedBody;
  /** Names of the secrets whose values it contains. */
  used: readonly string[];
}

/** Fields that the child sets itself. */
const own = new Set(['host', 'content-length', 'expect']);
/** Fields with which a host returns a part of a text, or a changed one, in which values are not found. */
const partial = new Set(['accept-encoding', 'range', 'if-range', 'te', 'a-im']);

/**
 * Builds a new request from a checked one: replaces placeholders, refuses others, and records the use of each secret. On a
 * connection with secrets, all responses must be whole and not encoded, because an echo of a value may come later than the
 * request that contained it. @throws Refusal; @throws Error if the program has closed its connection
 */
export async function prepareRequest(
  request: IncomingMessage,
  checked: CheckedRequest,
  context: { connection: HttpConnection; indexes: FormIndexes; limits: HttpLimits; onRead(): void },
): Promise<PreparedRequest> {
  const { connection, indexes } = context;
  const { placeholders } = indexes;
  const secrets = placedSecrets(connection);
  const used = new Set<string>();
  const query = replaceInQuery(checked.query, { secrets, used });
  const path = replaceInPath(checked.path, { secrets, used });
  // A value is encoded, but a rule decides about the path as the host reads it.
  if (path !== checked.path) checkPath(connection.rule.paths, path);
  const target = path + query;
  const fields = replaceInHeaders(checked.fields, { secrets, used });
  if (placeholders !== undefined) searchHead(placeholders, { target, fields });
  const { methods, onlySecrets } = connection.rule;
  if (methods !== undefined) checkQueryOverride(methods, query);
  const body = await prepareBody(request, checked, { ...context, placeholders, methods, secrets, used });
  if (onlySecrets) requireOnlySecrets({ before: checked, after: { fields, query }, isUsed: used.size > 0 });
  for (const name of used) if (!(await connection.recordUse(name))) throw new Refusal('secret_unusable');
  return {
    method: checked.method,
    target,
    fields: upstreamFields(fields, { checked, body, connection }),
    body,
    used: [...used],
  };
}

function upstreamFields(
  fields: readonly Field[],
  { checked, body, connection }: { checked: CheckedRequest; body: PreparedBody; connection: HttpConnection },
): Field[] {
  const { host, port, isTls, rule, secrets } = connection;
  const isChecked = rule.methods !== undefined || rule.paths !== undefined;
  const isMasked = secrets.length > 0;
  const kept = without(
    withoutHopByHop(fields),
    (name) => own.has(name) || (isChecked && isOverrideHeader(name)) || (isMasked && partial.has(name)),
  );
  const name = port === (isTls ? 443 : 80) ? host : `${host}:${port}`;
  const encoding: Field[] = isMasked ? [['Accept-Encoding', 'identity']] : [];
  return [['Host', name], ...kept, ...encoding, ...framing(checked.method, body)];
}

function framing(method: string, { length }: PreparedBody): Field[] {
  if (length === 'chunked') return [['Transfer-Encoding', 'chunked']];
  // Without a length, Node would send an empty body in chunks.
  const isExpected = ['POST', 'PUT', 'PATCH'].includes(method);
  if (length === undefined && !isExpected) return [];
  return [['Content-Length', String(length ?? 0)]];
}
