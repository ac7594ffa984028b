/** Text that must not be shown, not even in part. */
export interface Masked {
  text: string;
  /** Length of the shortest part that is masked. */
  fragment: number;
  /** Text that is shown instead. */
  label: string;
}

const base = 257;
const filterBits = 0xffff;

/** Replaces every part of a text that is also part of a confidential one by its label. Takes linear time. */
export function maskShared(text: string, confidential: readonly Masked[]): string {
  const labels: (string | undefined)[] = new Array(text.length).fill(undefined);
  for (const one of confidential) markShared(text, one, labels);
  let shown = '';
  for (let index = 0; index < text.length; index++) {
    const label = labels[index];
    if (label === undefined) shown += text[index];
    else if (label !== labels[index - 1]) shown += label;
  }
  return shown;
}

/** Marks the characters of `text` that belong to a shared part (Rabin-Karp: one pass over each text). */
function markShared(text: string, { text: secret, fragment, label }: Masked, labels: (string | undefined)[]): void {
  if (fragment < 1 || secret.length < fragment || text.length < fragment) return;
  const starts = new Map<number, number[]>();
  const filter = new Uint8Array(filterBits + 1);
  eachHash(text, fragment, (hash, start) => {
    filter[hash & filterBits] = 1;
    const same = starts.get(hash);
    if (same === undefined) starts.set(hash, [start]);
    else same.push(start);
  });
  eachHash(secret, fragment, (hash, from) => {
    const found = filter[hash & filterBits] === 0 ? undefined : starts.get(hash);
    if (found === undefined) return;
    const part = secret.slice(from, from + fragment);
    const equal = found.filter((start) => text.startsWith(part, start));
    for (const start of equal) labels.fill(label, start, start + fragment);
    // A text of one repeated letter has the same part everywhere: each start is compared until it is marked, not again.
    if (equal.length === found.length) starts.delete(hash);
  });
}

function eachHash(text: string, length: number, visit: (hash: number, start: number) => void): void {
  let leading = 1;
  for (let index = 1; index < length; index++) leading = Math.imul(leading, base);
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    if (index >= length) hash = (hash - Math.imul(text.charCodeAt(index - length), leading)) | 0;
    hash = (Math.imul(hash, base) + text.charCodeAt(index)) | 0;
    if (index >= length - 1) visit(hash, index - length + 1);
  }
}
