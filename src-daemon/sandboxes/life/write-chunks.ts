/** Returns content in the form that `LiveSandbox.writeFile` reads. */
export async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  if (content.length > 0) yield content;
}
