import type { SlicedWork } from '../../core/sliced-work.ts';
import { outputHalfBytes } from '../../engine/engine.ts';
import type { StreamText, TextPart } from './head-text.ts';
import { createOutputTail } from './output-tail.ts';
import { textUnits } from './output-units.ts';
import type { StreamMask } from './stream-mask.ts';

/** Sizes in bytes: each end that is kept, and the maximum distance of a line break at which the stream is cut instead. */
const usualSizes = { halfBytes: outputHalfBytes, nearBytes: 4096, units: textUnits };
/** The sizes, and the units in which the stream is masked. */
type EndSizes = typeof usualSizes;
/** Number of bytes that are masked between two pauses. */
const pieceBytes = 4096;
const newline = 10;

/**
 * Creates the text of a stream of which both ends are kept, each up to half the limit. The bytes between them are neither
 * decoded nor masked.
 * @param marginBytes length of the longest masked text. This many bytes before the shown end are read but not shown, so
 *   that a value across the cut is masked as in the whole stream
 */
export function createEndsText(
  newMask: () => StreamMask,
  marginBytes: number,
  options: Partial<EndSizes> = {},
): StreamText {
  const sizes = { ...usualSizes, ...options };
  const { halfBytes, nearBytes, units } = sizes;
  const tail = createOutputTail(halfBytes + marginBytes);
  let decoder = units.newDecoder();
  let mask = newMask();
  let headBytes = 0;
  /** Bytes of the head after its last line break. They are read once it is known whether the head is cut. */
  let unread = new Uint8Array();
  let endsOnLine = false;
  let isReplaced = false;

  const read = (bytes: Uint8Array) => mask.push(decoder.push(bytes));

  function hasReplaced(): boolean {
    isReplaced = decoder.takeReplaced() || isReplaced;
    return isReplaced;
  }

  function* readAll(bytes: Uint8Array): SlicedWork<string> {
    const texts: string[] = [];
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      texts.push(read(bytes.subarray(at, at + pieceBytes)));
      yield;
    }
    return texts.join('');
  }

  function lastOf(isCut: boolean): string {
    return (isCut ? '' : mask.push(decoder.end())) + mask.finish(isCut);
  }

  function* finishWithGap(isCut: boolean): SlicedWork<TextPart[]> {
    const kept = endsOnLine ? 0 : wholeCharacters(unread);
    const head = read(unread.subarray(0, kept));
    const shownBytes = headBytes - (unread.length - kept) - mask.conceal();
    const bytes = tail.bytes();
    const isJoined = tail.start() === headBytes;
    hasReplaced();
    const from = startOfEnd(bytes, isJoined ? 0 : marginBytes, sizes);
    if (isJoined) read(unread.subarray(kept));
    else [decoder, mask] = [units.newDecoder(), newMask()];
    yield* readAll(bytes.subarray(0, from));
    mask.push(decoder.end());
    mask.conceal();
    // Bytes that are not shown can begin or end within a character.
    decoder.takeReplaced();
    const end = (yield* readAll(bytes.subarray(from))) + lastOf(isCut);
    const missingBytes = tail.start() + from - shownBytes;
    return [{ text: head }, { text: units.fromText(gapLine(missingBytes)), missingBytes }, { text: end }];
  }

  return {
    push(chunk) {
      const far = Math.max(halfBytes - nearBytes - headBytes, 0);
      headBytes += chunk.length;
      const near = Buffer.concat([unread, chunk.subarray(far)]);
      // A failed compilation sends its whole output as the head, up to the limit.
      const lines = headBytes > halfBytes ? near.length : near.lastIndexOf(newline) + 1;
      endsOnLine ||= lines > 0;
      unread = near.subarray(lines);
      return read(chunk.subarray(0, far)) + read(near.subarray(0, lines));
    },
    pushTail: tail.push,
    hasReplaced,
    *finish({ isTruncated, isKilled }) {
      if (tail.end() === 0) return [{ text: read(unread) + lastOf(isTruncated) }];
      const isWhole = tail.start() === headBytes && tail.end() <= 2 * halfBytes;
      if (!isWhole) return yield* finishWithGap(isKilled);
      return [{ text: read(unread) + (yield* readAll(tail.bytes())) + lastOf(isKilled) }];
    },
  };
}

/** Returns the line that replaces the missing bytes in the text of a stream. */
export function gapLine(missingBytes: number): string {
  const count = missingBytes.toLocaleString('en-US');
  return `[… ${missingBytes === 1 ? '1 byte is' : `${count} bytes are`} missing here …]\n`;
}

/** Returns where the shown end begins: at most half the limit from the end, at a near line start or else at a character. */
function startOfEnd(bytes: Uint8Array, earliest: number, { halfBytes, nearBytes }: EndSizes): number {
  const first = Math.min(Math.max(bytes.length - halfBytes, earliest), bytes.length);
  const reach = Math.min(nearBytes, (bytes.length - first) / 2);
  const line = bytes.indexOf(newline, first) + 1;
  if (line > 0 && line - first <= reach) return line;
  let at = first;
  while (at < first + 3 && isContinuation(bytes[at])) at++;
  return at;
}

/** Returns the number of bytes that form whole UTF-8 characters, without a character that is cut at the end. */
function wholeCharacters(bytes: Uint8Array): number {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead--;
  const first = bytes[lead] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead >= 0 && lead + length > bytes.length ? lead : bytes.length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
