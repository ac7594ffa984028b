/** Says how many sandboxes ended with the login or key that created them; an empty text for none. */
export function endedSandboxesText(count: number, creator: 'login' | 'key'): string {
  if (count === 0) return '';
  return count === 1 ? `1 sandbox of this ${creator} has ended.` : `${count} sandboxes of this ${creator} have ended.`;
}
