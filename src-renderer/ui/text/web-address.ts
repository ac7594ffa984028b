const limitCharacters = 2000;

/**
 * Returns the normalized form of an address that a link may open, or undefined: only http and https without a login, at
 * most 2,000 characters. Relative addresses, `javascript:` and `file:` are no links.
 */
export function webAddress(address: string): string | undefined {
  if (address.length > limitCharacters || !URL.canParse(address)) return undefined;
  const { protocol, href, username, password } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && password === '' ? href : undefined;
}
