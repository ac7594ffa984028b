/** A header field. Its value has one character per byte (latin1), as Node parses and writes it. */
export type Field = readonly [name: string, value: string];

/** Fields that are about one connection only (RFC 9110, section 7.6.1), and those that frame a message. */
const hopByHop = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'proxy-authentication-info', 'http2-settings'],
]);

/** Returns the fields of a message that Node parsed, in order and with repetitions. */
export function fieldsOf(raw: readonly string[]): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) fields.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return fields;
}

/** Returns the values of all fields with a name, which is in lower case. */
export function valuesOf(fields: readonly Field[], name: string): string[] {
  return fields.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
}

/** Returns the items of all fields with a name whose values are lists, in lower case. */
export function itemsOf(fields: readonly Field[], name: string): string[] {
  const items = valuesOf(fields, name).flatMap((value) => value.split(','));
  return items.map((item) => item.trim().toLowerCase()).filter((item) => item !== '');
}

/** Removes the fields of one connection, including those that `Connection` names. */
export function withoutHopByHop(fields: readonly Field[]): Field[] {
  const named = new Set(itemsOf(fields, 'connection'));
  return without(fields, (name) => hopByHop.has(name) || named.has(name));
}

/** Removes the fields whose name in lower case is `isRemoved`. */
export function without(fields: readonly Field[], isRemoved: (name: string) => boolean): Field[] {
  return fields.filter(([name]) => !isRemoved(name.toLowerCase()));
}
