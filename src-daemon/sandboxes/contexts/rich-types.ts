import { isBase64 } from '../../../src-shared/formats/base64.ts';

/** Media types of text, which is masked. */
const textTypes: ReadonlySet<string> = new Set([
  ...['text/plain', 'text/html', 'text/markdown', 'text/latex', 'image/svg+xml'],
  ...['application/json', 'application/javascript'],
]);
/** JSON of libraries such as plotly and vega. */
const jsonType = /^application\/[\w.-]{1,100}\+json$/;
/** Data in base64, by the beginning that its signature has there. It is not masked. */
const base64Beginnings: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo',
  'image/jpeg': '/9j/',
  'image/gif': 'R0lGOD',
  'image/webp': 'UklGR',
  'application/pdf': 'JVBERi0',
};

/** Returns true for a media type whose data is text. */
export const isTextType = (type: string): boolean => textTypes.has(type) || jsonType.test(type);

/** Returns false for data that is dropped: of an unknown media type, or without the signature of its type. */
export function isKnownData(type: string, value: string): boolean {
  if (isTextType(type)) return true;
  const beginning = Object.hasOwn(base64Beginnings, type) ? base64Beginnings[type] : undefined;
  return beginning !== undefined && value.startsWith(beginning) && isBase64(value);
}
