/** What some models put their thoughts between, before they answer. */
const openings = ['<think>', '<thinking>', '<reasoning>'];

/** Hands on what comes after the thoughts that an answer may begin with, from its first character that is no blank. */
export function createReasoningFilter(onText: (text: string) => void) {
  let state: 'before' | 'thoughts' | 'after' = 'before';
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
    /** What is left where it could not be told yet; thoughts that never ended are not. */
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
    state = 'thoughts';
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
