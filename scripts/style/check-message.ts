import { isImperative } from './imperative.ts';

const subjectLimit = 72;
const bodyLineLimit = 100;

/**
 * Checks a commit message: an imperative subject of at most 72 characters, a blank line, and body lines of at most 100
 * characters. A body is not required, because a subject can explain itself. A body line with an address may be longer.
 * @returns a sentence for each violation
 */
export function checkMessage(message: string): string[] {
  const [subject = '', second = '', ...body] = message.trimEnd().split('\n');
  return [
    ...checkSubject(subject),
    ...(second === '' ? [] : ['The second line is not blank. Put the reason into a body below a blank line.']),
    ...body.flatMap((line, index) => checkBodyLine(line, index + 3)),
  ];
}

function checkSubject(subject: string): string[] {
  const [word = ''] = subject.split(/[ :]/, 1);
  const violations = [];
  if (subject.length > subjectLimit)
    violations.push(
      `The subject has ${subject.length} characters, the limit is ${subjectLimit}. Move detail to the body.`,
    );
  if (subject.endsWith('.')) violations.push('The subject ends with a period. Remove it.');
  if (!/^[A-Z]/.test(subject))
    violations.push('The subject does not begin with a capital letter. Begin with a verb and use no prefix.');
  else if (!isImperative(word))
    violations.push(`The subject begins with "${word}". Begin with an imperative, such as "Add" or "Fix".`);
  return violations;
}

function checkBodyLine(line: string, number: number): string[] {
  if (line.length <= bodyLineLimit || line.includes('://')) return [];
  return [`Line ${number} has ${line.length} characters, the limit is ${bodyLineLimit}. Wrap it.`];
}
