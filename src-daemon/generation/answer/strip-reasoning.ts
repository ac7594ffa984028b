/** Tags in which some models put their reasoning before the answer. */
const openings = ['<think>', '<thinking>', '<reasoning>'];

/** Passes on the text of an answer without the reasoning at its beginning, starting with the first non-blank character. */
export function createReasoningFilter(onText: (text: string) => void) {
  let state: 'before' | 'reasoning' | 'after' = 'before';
  let closing = '';
  let head = '';

  return {
    push(text: string): void {
      if (state === 'after') onText(text);
      else {
        head += text;
        if (state === 'before' || hasLeftReasoning()) decide();
      }
    },
    /** Passes on text that was still undecided. Unclosed reasoning is dropped. */
    finish(): void {
      if (state === 'before' && head !== '') onText(head);
    },
  };

  function decide(): void {
    head = head.trimStart();
    if (head === '' || openings.some((opening) => opening !== head && opening.startsWith(head))) return;
    const opening = openings.find((candidate) => head.startsWith(candidate));
    if (opening === undefined) {
      state = 'after';
      onText(head);
      return;
    }
    state = 'reasoning';
    closing = opening.replace('<', '</');
    if (hasLeftReasoning()) decide();
  }

  function hasLeftReasoning(): boolean {
    const end = head.indexOf(closing);
    head = end === -1 ? head.slice(-closing.length) : head.slice(end + closing.length);
    if (end !== -1) state = 'before';
    return end !== -1;
  }
}
