/** A terminal or a pipe. */
type Input = Pick<NodeJS.ReadableStream, 'on' | 'off'>;

/**
 * Checks the bytes of an input while another function reads it. Node replaces bytes that are not UTF-8 by U+FFFD, which
 * would make different passwords equal.
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
    /** Returns false if bytes have arrived that are not UTF-8. */
    isValid: () => isValid,
    stop: () => void input.off('data', look),
  };
}
