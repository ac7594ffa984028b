/** UTF-16 code units of a Markdown file that are read. */
export const readCharacters = 200_000;
/** Bytes that are sent to the worker: enough for these characters in every encoding, and for one more. */
export const sentBytes = readCharacters * 4 + 4;
