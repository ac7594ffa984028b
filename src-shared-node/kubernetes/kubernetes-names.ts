const labelLimit = 63;
const subdomainLimit = 253;

/**
 * Returns true for the name of a namespace: an RFC 1123 label of 1 to 63 lower-case letters, digits and hyphens, without a
 * hyphen at its ends. https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function isDnsLabel(text: string): boolean {
  return text.length <= labelLimit && isPart(text);
}

/**
 * Returns true for the name of a secret or a RuntimeClass: an RFC 1123 subdomain of at most 253 characters. As in
 * Kubernetes, a part between its dots can be longer than 63 characters.
 */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= subdomainLimit && text.split('.').every(isPart);
}

function isPart(text: string): boolean {
  return text !== '' && !/[^a-z0-9-]/.test(text) && !text.startsWith('-') && !text.endsWith('-');
}
