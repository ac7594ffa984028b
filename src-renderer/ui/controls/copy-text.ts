let copiedSecret = false;

/** Copies text; a `secret` one is taken off the clipboard again when the interface locks. */
export async function copyText(text: string, { secret = false } = {}): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    copiedSecret = secret;
    return true;
  } catch {
    return false;
  }
}

/** Overwrites the clipboard if the last thing copied from here was secret. */
export async function clearCopiedSecret(): Promise<void> {
  if (!copiedSecret) return;
  copiedSecret = false;
  await navigator.clipboard.writeText('').catch(() => undefined);
}
