/**
 * Expects bytes or a text to be without another text, such as a secret. The message has neither of them. A test that fails
 * with it is not run again (scripts/test/second-look.ts).
 * @param where names the content in the message
 */
export function expectAbsent(content: Uint8Array | string, text: string, where = 'the content'): void {
  if (Buffer.from(content).includes(text)) throw new Error(`expected ${where} not to contain the text`);
}
