import { textUnits } from '../../../src-shared-node/masking/output-units.ts';
import { cutUnits } from '../../../src-shared-node/masking/stream-borders.ts';
import type { StreamMask } from '../../../src-shared-node/masking/stream-mask.ts';
import type { SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import { outputHalfBytes } from '../../engine/engine.ts';
import type { StreamText, TextPart } from './head-text.ts';
import { createOutputTail } from './output-tail.ts';

/** Sizes in bytes: each end that is kept, and the maximum distance of a line break at which the stream is cut instead. */
const defaultSizes = { halfBytes: outputHalfBytes, nearBytes: 4096, units: textUnits };
/** The sizes, and the units in which the stream is masked. */
type EndSizes = typeof defaultSizes;
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
  const sizes = { ...defaultSizes, ...options };
  const { halfBytes, nearBytes, units } = sizes;
  const tail = createOutputTail(halfBytes + marginBytes);
  let decoder = units.newDecoder();
  let mask = newMask();
  let headBytes = 0;
  /** Bytes of the head after its last line break. They are read once it is known whether the head is cut. */
  let unread = new Uint8Array();
  let [endsOnLine, isReplaced] = [false, false];

  const hold = (bytes: Uint8Array) => mask.hold(decoder.push(bytes));

  function hasReplaced(): boolean {
    isReplaced = decoder.takeReplaced() || isReplaced;
    return isReplaced;
  }

  function* holdAll(bytes: Uint8Array): SlicedWork<void> {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      hold(bytes.subarray(at, at + pieceBytes));
      yield;
    }
  }

  /** Returns the last text of a stream. One that was killed may end within a character. */
  function lastOf(isKilled: boolean): string {
    if (!isKilled) mask.hold(decoder.end());
    return mask.release();
  }

  function* finishWithGap(isKilled: boolean): SlicedWork<TextPart[]> {
    const kept = endsOnLine ? 0 : wholeCharacters(unread);
    hold(unread.subarray(0, kept));
    const head = mask.releaseBut(endsOnLine ? 0 : cutUnits);
    const shownBytes = headBytes - (unread.length - kept) - mask.drop();
    const bytes = tail.bytes();
    const isJoined = tail.start() === headBytes;
    hasReplaced();
    const from = startOfEnd(bytes, isJoined ? 0 : marginBytes, sizes);
    if (isJoined) hold(unread.subarray(kept));
    else [decoder, mask] = [units.newDecoder(), newMask()];
    yield* holdAll(bytes.subarray(0, from));
    mask.hold(decoder.end());
    mask.drop();
    // Bytes that are not shown can begin or end within a character.
    decoder.takeReplaced();
    yield* holdAll(bytes.subarray(from));
    const end = lastOf(isKilled);
    const missingBytes = tail.start() + from - shownBytes;
    return [{ text: head }, { text: units.fromText(gapLine(missingBytes)), missingBytes }, { text: end }];
  }

  return {
    push(chunk, continues = false) {
      const far = Math.max(halfBytes - nearBytes - headBytes, 0);
      headBytes += chunk.length;
      const near = Buffer.concat([unread, chunk.subarray(far)]);
      // A failed compilation sends its whole output as the head, up to the limit.
      const lines = headBytes > halfBytes ? near.length : near.lastIndexOf(newline) + 1;
      endsOnLine ||= lines > 0;
      unread = near.subarray(lines);
      hold(chunk.subarray(0, far));
      hold(near.subarray(0, lines));
      return continues ? '' : mask.push('');
    },
    // The end of the head is shown once it is known whether the stream is cut there.
    release: () => (headBytes < halfBytes ? mask.release() : ''),
    isHolding: mask.isHolding,
    pushTail: tail.push,
    hasReplaced,
    *finish({ isTruncated, isKilled }) {
      const isWhole = tail.start() === headBytes && tail.end() <= 2 * halfBytes;
      if (tail.end() > 0 && !isWhole) return yield* finishWithGap(isKilled);
      hold(unread);
      if (tail.end() === 0) return [{ text: isTruncated ? mask.releaseBut(cutUnits) : lastOf(false) }];
      yield* holdAll(tail.bytes());
      return [{ text: lastOf(isKilled) }];
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
