import { closesBlock, openingOfBlock } from './fence-scanner.ts';
import { endOfReasoning, lowerCase, mayBecomeOpening, openingAt } from './reasoning-marks.ts';

interface FilterHooks {
  onText: (text: string) => void;
  /** All text so far was reasoning: it is never a part of the answer. */
  onReset: () => void;
}

/** Length of the beginning of a text that is kept to know its form. */
const startLength = 64;

/**
 * Passes on the text of an answer without the reasoning, starting with the first non-blank character. Some servers drop the
 * mark with which the reasoning begins, so the text before a mark that ends it was passed on already: `onReset` withdraws it.
 */
export function createReasoningFilter({ onText, onReset }: FilterHooks) {
  let state: 'before' | 'reasoning' | 'after' = 'before';
  let closing = '';
  let head = '';
  let start = '';
  const line: string[] = [];
  let block: { fence: string } | undefined;

  return {
    push: take,
    /** Passes on text that was still undecided. Unclosed reasoning is dropped. */
    finish(): void {
      passHead();
      if (state === 'after' && line.length > 0) readLine(line.splice(0).join(''));
      passHead();
    },
  };

  function passHead(): void {
    if (state !== 'before') return;
    const text = head;
    state = 'after';
    head = '';
    pass(text);
  }

  function take(text: string): void {
    if (state === 'after') pass(text);
    else {
      head += text;
      if (state === 'before' || hasLeftReasoning()) decide();
    }
  }

  function decide(): void {
    head = head.trimStart();
    if (head === '' || mayBecomeOpening(head)) return;
    const opening = openingAt(head, true);
    if (opening === undefined) passHead();
    else {
      enterReasoning(head.slice(opening.length), opening.closing);
      if (hasLeftReasoning()) decide();
    }
  }

  function enterReasoning(text: string, end: string): void {
    state = 'reasoning';
    closing = end;
    head = text;
  }

  function hasLeftReasoning(): boolean {
    const end = lowerCase(head).indexOf(closing);
    head = end === -1 ? head.slice(-closing.length) : head.slice(end + closing.length);
    if (end !== -1) state = 'before';
    return end !== -1;
  }

  /** Passes text on by lines. What follows a mark is a text of its own. */
  function pass(text: string): void {
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at);
      const piece = text.slice(at, end < 0 ? text.length : end + 1);
      at += piece.length;
      start = (start + piece).slice(0, startLength);
      onText(piece);
      line.push(piece);
      if (end < 0) return;
      readLine(line.splice(0).join(''));
      if (state === 'after') continue;
      take(text.slice(at));
      return;
    }
  }

  /** Reads a whole line that was passed on. If it ends or begins reasoning, all text up to there is withdrawn. */
  function readLine(text: string): void {
    const end = endOfReasoning(text, { isFenced: block !== undefined, start });
    if (end >= 0) {
      reset();
      head = text.slice(end);
      decide();
      return;
    }
    const content = text.replace(/\r?\n$/, '');
    const opening = block === undefined ? openingAt(content.trimStart(), false) : undefined;
    if (opening !== undefined) {
      reset();
      enterReasoning(content.trimStart().slice(opening.length), opening.closing);
      if (hasLeftReasoning()) decide();
    } else if (block === undefined) block = openingOfBlock(content);
    else if (closesBlock(content, block)) block = undefined;
  }

  function reset(): void {
    state = 'before';
    head = '';
    start = '';
    block = undefined;
    onReset();
  }
}
