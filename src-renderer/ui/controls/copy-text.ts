let copiedSecret = false;

/** Copies text; a `secret` text is removed from the clipboard when the window locks. */
export async function copyText(text: string, { secret = false } = {}): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    copiedSecret = secret;
    return true;
  } catch {
    return false;
  }
}

/** Clears the clipboard if the last copied text was secret. */
export async function clearCopiedSecret(): Promise<void> {
  if (!copiedSecret) return;
  copiedSecret = false;
  await navigator.clipboard.writeText('').catch(() => undefined);
}
