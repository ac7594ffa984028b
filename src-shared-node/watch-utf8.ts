/** What is typed at a terminal, or piped in. */
type Input = Pick<NodeJS.ReadableStream, 'on' | 'off'>;

/**
 * Looks at the bytes that arrive while an answer is read, because Node replaces those that are not UTF-8 with U+FFFD: two
 * different passwords would become the same.
 */
export function watchUtf8(input: Input) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isValid = true;
  const look = (chunk: Uint8Array | string) => {
    if (typeof chunk === 'string' || !isValid) return;
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      isValid = false;
    }
  };
  input.on('data', look);
  return {
    /** False once bytes have come that are not UTF-8. */
    isValid: () => isValid,
    stop: () => void input.off('data', look),
  };
}
