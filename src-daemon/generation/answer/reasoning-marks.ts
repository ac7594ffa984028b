/** Marks between which models write their reasoning: tags of the field, and special tokens that servers leave in the text. */
type Pair = readonly [opening: string, closing: string];
const pairOf = (name: string): Pair => [`<${name}>`, `</${name}>`];
const pairs: readonly Pair[] = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'seed:think', 'antthinking'].map(pairOf),
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|think|>', '<|/think|>'],
  ['<|channel>thought', '<channel|>'],
  ['<unused94>', '<unused95>'],
];
/** These are reasoning at the beginning of a text only. After a program, a model can write them about its answer. */
const firstPairs: readonly Pair[] = [
  ...['reason', 'analysis', 'reflection', 'scratchpad', 'inner_monologue'].map(pairOf),
  ['<|channel|>analysis<|message|>', '<|end|>'],
  ['<|start|>assistant<|channel|>analysis<|message|>', '<|end|>'],
];

/** Marks with which the final answer begins. What precedes them is reasoning. */
const finals = [
  '<|channel|>final<|message|>',
  '<|begin_of_solution|>',
  '<|start_response|>',
  '[begin final response]',
  '<|message|>',
];
/** A text that begins with the first is reasoning up to the second. Alone, each of them is plain text. */
const softPairs: readonly (readonly [string, string])[] = [
  ['analysis', 'assistantfinal'],
  ['here is my thought process:', 'here is my response:'],
];
/** Tags around the answer itself. */
const wrappers = ['<answer>', '<response>', '<output>', '<final>', '<solution>', '<final_answer>'];
const wrapperEnds = [
  ...wrappers.map((tag) => tag.replace('<', '</')),
  ...['<|end|>', '<|return|>', '<|im_end|>', '<|eot_id|>', '<|endoftext|>', '<|end_of_solution|>', '<|end_response|>'],
  ...['[end final response]', '</s>', '<|end_of_text|>'],
];

const ends = [...new Set(pairs.map(([, closing]) => closing)), ...finals];
/** Length of the longest mark. */
const longest = 64;

/**
 * Returns the opening mark with which a text begins, in any case; undefined if there is none.
 * @param isFirst true at the beginning of the whole text
 */
export function openingAt(text: string, isFirst: boolean): { length: number; closing: string } | undefined {
  const head = lowerCase(text.slice(0, longest));
  const found = (isFirst ? [...pairs, ...firstPairs] : pairs).find(([opening]) => head.startsWith(opening));
  return found && { length: found[0].length, closing: found[1] };
}

/** Returns true if a text may become an opening mark when more of it arrives. */
export function mayBecomeOpening(text: string): boolean {
  const head = lowerCase(text.slice(0, longest));
  return [...pairs, ...firstPairs].some(([opening]) => opening.length > text.length && opening.startsWith(head));
}

/**
 * Returns the index after the last mark in a line that ends the reasoning, or -1. A mark that the text only names does not
 * count: one in quotes, one next to its opening mark and, inside a fenced block, one in the middle of a line.
 * @param start beginning of the whole text
 */
export function endOfReasoning(line: string, { isFenced, start }: { isFenced: boolean; start: string }): number {
  const lower = lowerCase(line);
  const soft = softPairs.filter(([opening]) => lowerCase(start).startsWith(opening)).map(([, closing]) => closing);
  let last = -1;
  for (const mark of [...ends, ...soft]) {
    const at = lower.lastIndexOf(mark);
    if (at < 0 || isNamed(lower, { at, mark, isFenced, isJson: start.startsWith('{') })) continue;
    last = Math.max(last, at + mark.length);
  }
  return last;
}

/** Unlike `toLowerCase`, keeps the length of the text. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

interface MarkContext {
  at: number;
  mark: string;
  isFenced: boolean;
  /** True if the whole text begins as a JSON object: its strings have escaped quotes. */
  isJson: boolean;
}

function isNamed(line: string, { at, mark, isFenced, isJson }: MarkContext): boolean {
  const before = line.slice(0, at);
  if (before.trim() === '') return false;
  const opening = pairs.find(([, closing]) => closing === mark)?.[0];
  if (opening !== undefined && !isJson && before.includes(opening)) return true;
  if (isFenced && line.slice(at + mark.length).trim() !== '') return true;
  if (isJson) return count(before.replace(/\\./g, ''), '"') % 2 === 1;
  return isInQuotes(before, line.slice(at + mark.length));
}

function isInQuotes(before: string, after: string): boolean {
  return ['"', '`', "'"].some((quote) => count(before, quote) % 2 === 1 && (quote === '"' || after.includes(quote)));
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Returns an answer without the tags and tokens around it. */
export function withoutWrappers(text: string): string {
  let answer = text.trimStart();
  const wrapper = wrappers.find((tag) => lowerCase(answer.slice(0, longest)).startsWith(tag));
  if (wrapper !== undefined) answer = answer.slice(wrapper.length).trimStart();
  for (;;) {
    const end = answer.trimEnd();
    const tail = lowerCase(end.slice(-longest));
    const token = wrapperEnds.find((one) => tail.endsWith(one));
    if (token === undefined) return wrapper === undefined && answer.length === text.length ? text : answer;
    answer = end.slice(0, -token.length);
  }
}
