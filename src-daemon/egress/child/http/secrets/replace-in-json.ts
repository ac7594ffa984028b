import { type PlacedSecret, usableValue } from './placed-secret.ts';

/** Types that TypeScript does not know yet (ECMAScript "JSON.parse source text access"). */
const { parse, rawJSON } = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
};

/**
 * Replaces placeholders in the strings at the pointers of secrets in a JSON body, and adds the names of the secrets to
 * `used`. Returns undefined if there is nothing to replace or the body is no JSON in UTF-8: then it is sent as it is.
 * Numbers keep their digits. @throws Refusal `secret_unusable`
 */
export function replaceInJson(
  body: Buffer,
  { secrets, used }: { secrets: readonly PlacedSecret[]; used: Set<string> },
): Buffer | undefined {
  const concerned = secrets.filter(({ pointers, placeholder }) => pointers.length > 0 && body.includes(placeholder));
  const json = concerned.length === 0 ? undefined : parsed(body);
  if (json === undefined) return undefined;
  // `used` may have the name already: a header of the same request can contain the secret as well.
  const replaced = concerned.filter((secret) => replaceAtAll(json, secret));
  for (const { name } of replaced) used.add(name);
  return replaced.length === 0 ? undefined : serialized(json);
}

/** Replaces the placeholder at each pointer of a secret. Returns false if there was none. */
function replaceAtAll(json: unknown, secret: PlacedSecret): boolean {
  return secret.pointers.map((pointer) => replaceAt(json, { pointer, secret })).includes(true);
}

/** Replaces the placeholder in the string at a pointer. Returns false if there is none. */
function replaceAt(json: unknown, { pointer, secret }: { pointer: string; secret: PlacedSecret }): boolean {
  const keys = pointer.slice(1).split('/');
  const last = keyOf(keys.pop() ?? '');
  let parent = json;
  for (const key of keys) parent = childOf(parent, keyOf(key));
  const text = childOf(parent, last);
  if (typeof text !== 'string' || !text.includes(secret.placeholder)) return false;
  const value = text.replaceAll(secret.placeholder, () => usableValue(secret));
  // A plain assignment to `__proto__` would set the prototype.
  Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return true;
}

function childOf(parent: unknown, key: string): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, key)) return undefined;
  return (parent as Record<string, unknown>)[key];
}

const keyOf = (escaped: string) => escaped.replaceAll('~1', '/').replaceAll('~0', '~');

function parsed(body: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return parse(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
    );
  } catch {
    // No JSON, or nested too deeply.
    return undefined;
  }
}

function serialized(json: unknown): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(json));
  } catch {
    return undefined;
  }
}
