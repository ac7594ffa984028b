import { formDecoded, normalizedName } from '../names.ts';
import { Refusal } from '../refusal.ts';

/**
 * Names by which frameworks take the method of a request from a header, a parameter or a field of its body. They are
 * normalized (`normalized`).
 */
const methodNames = new Set([
  ...['-method', '-http-method', '-httpmethod', 'x-http-method-override', 'x-http-method', 'x-method-override'],
  ...['x-method', 'http-method-override', 'method-override'],
]);
/** Names of headers by which frameworks take the path. */
const pathNames = new Set([
  ...['x-original-url', 'x-rewrite-url', 'x-original-uri', 'x-override-url'],
  ...['x-rewrite-uri', 'x-override-uri'],
]);
/** A longer name or method is none that counts. */
export const partLimit = 64;

/** Returns true for a header by which some frameworks replace the method or the path that a rule has checked. */
export function isOverrideHeader(name: string): boolean {
  const own = normalizedName(name);
  return methodNames.has(own) || pathNames.has(own);
}

/** Checks a parameter or field by which frameworks replace the method. @throws Refusal if the rule lacks the new method */
export function checkOverride(
  methods: readonly string[],
  { name, value }: { name: string | undefined; value: string },
): void {
  if (name === undefined || !methodNames.has(normalizedName(name))) return;
  if (!methods.includes(value.trim().toUpperCase())) throw new Refusal('method_not_allowed');
}

/** Checks the parameters of an encoded query, which begins with `?` or is empty. @throws Refusal */
export function checkQueryOverride(methods: readonly string[], query: string): void {
  for (const parameter of query.slice(1).split(/[&;]/)) {
    const [name = '', value = ''] = parameter.split('=', 2);
    checkOverride(methods, { name: formDecoded(name), value: formDecoded(value) ?? '' });
  }
}
