/** Finds the program in an answer, whatever the model writes around it and however the answer is split. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { resolveLanguage } from '../../../../src-daemon/engine/languages/languages.ts';
import { createTagClassifier } from '../../../../src-daemon/generation/answer/classify-tag.ts';
import { createFenceScanner } from '../../../../src-daemon/generation/answer/fence-scanner.ts';
import { fc } from '../../../support/random.ts';
import { readAnswer } from '../read-answer.ts';

const program = 'print(1)\n';
const fence = (tag: string, code = program) => `\`\`\`${tag}\n${code}\`\`\`\n`;

const answers: [what: string, answer: string, code: string | undefined, language?: string][] = [
  ['a fence with the tag', fence('python'), program],
  ['an alias as the tag', fence('py'), program],
  ['a tag in capitals and more behind it', fence('Python title="a.py"'), program],
  ['a tag in braces', fence('{python}'), program],
  ['no tag', fence(''), program],
  ['prose around it', `Sure! Here it is:\n\n${fence('python')}\nIt prints 1.`, program],
  ['tildes', '~~~python\nprint(1)\n~~~', program],
  ['four backticks around three', '````python\ns = """\n```\n"""\n````', 's = """\n```\n"""\n'],
  ['a fence in a list', '1. Do this:\n\n   ```python\n   if 1:\n       print(1)\n   ```\n', 'if 1:\n    print(1)\n'],
  ['line ends of Windows', '```python\r\nprint(1)\r\n```\r\n', program],
  ['a fence that nothing closes', 'Here:\n```python\nprint(1)\n', program],
  ['a fence that is cut in its last line', '```python\nprint(1)', 'print(1)'],
  [
    'the longest of several',
    `${fence('python', 'x\n')}then\n${fence('python', 'x = 1\nprint(x)\n')}`,
    'x = 1\nprint(x)\n',
  ],
  ['the tagged one next to a longer one without tag', `${fence('', 'the\noutput\nis\n')}${fence('python')}`, program],
  ['not the command that installs', `${fence('bash', 'pip install numpy pandas scipy\n')}${fence('python')}`, program],
  ['nothing where all is of another language', fence('bash', 'pip install numpy\n'), undefined],
  ['nothing where it is only the output', fence('output', '42\n'), undefined],
  ['an unknown tag, alone', fence('py3k'), program],
  ['an empty fence', '```python\n```', undefined],
  [
    'reasoning with code in them before the answer',
    `<think>\n${fence('python', 'no()\n')}</think>\n${fence('python')}`,
    program,
  ],
  [
    'a draft before a closing tag',
    `I try ${fence('python', 'rejected()\n')}No.\n</think>\n\n${fence('python')}`,
    program,
  ],
  [
    'a draft in a fence that the reasoning leaves open',
    '```python\nrejected()\n</think>\n```python\nprint(1)\n```',
    program,
  ],
  ['a bare draft before a closing tag on its line', `rejected()\nno.</think>${program}`, program],
  ['a bare draft before a closing tag', `rejected()\n</think>\n${program}`, program],
  [
    'a draft of JSON before a closing tag',
    `${JSON.stringify({ code: 'rejected()' })}</think>${JSON.stringify({ code: program })}`,
    program,
  ],
  ['a draft, and nothing after the reasoning', `${fence('python', 'rejected()\n')}</think>\n`, undefined],
  [
    'a draft between two closing tags',
    `a</think>\n${fence('python', 'rejected()\n')}</think>\n${fence('python')}`,
    program,
  ],
  [
    'a draft after reasoning that was closed',
    `<think>a</think>\n${fence('python', 'no()\n')}</think>\n${fence('python')}`,
    program,
  ],
  [
    'reasoning after a first sentence',
    `Sure!\n<think>\n${fence('python', 'no()\n')}</think>\n${fence('python')}`,
    program,
  ],
  ['unclosed reasoning after a first sentence', `Sure!\n<think>\n${fence('python', 'no()\n')}`, undefined],
  ['tags in capitals', `<THINK>${fence('python', 'no()\n')}</Think>${fence('python')}`, program],
  ...(
    [
      ['<thinking>', '</thinking>'],
      ['<thought>', '</thought>'],
      ['<reasoning>', '</reasoning>'],
      ['<seed:think>', '</seed:think>'],
      ['[THINK]', '[/THINK]'],
      ['◁think▷', '◁/think▷'],
      ['<|START_THINKING|>', '<|END_THINKING|><|START_RESPONSE|>'],
      ['<|begin_of_thought|>', '<|end_of_thought|>\n<|begin_of_solution|>'],
      ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
      ['<|channel>thought', '<channel|>'],
      ['Here are my reasoning steps:', '[BEGIN FINAL RESPONSE]'],
      ['Here is my thought process:', 'Here is my response:'],
      ['analysisWe print.', 'assistantfinal'],
    ] as const
  ).flatMap(([opening, closing]): [string, string, string][] => {
    const draft = fence('python', 'rejected()\n');
    const answer = fence('python');
    const rows: [string, string, string][] = [
      [`reasoning between ${opening} and ${closing}`, `${opening}\n${draft}\n${closing}\n${answer}`, program],
      [`bare code after ${closing}`, `${opening}\nrejected()\n${closing}\n${program}`, program],
    ];
    const isMark = !/^(Here is|analysis)/.test(opening);
    return isMark ? [...rows, [`reasoning up to ${closing}`, `${draft}\n${closing}\n${answer}`, program]] : rows;
  }),
  ['an answer in tags', '<think>a</think><answer>\nprint(1)\n</answer>', program],
  ['JSON in tags', `<answer>${JSON.stringify({ code: program })}</answer><|im_end|>`, program],
  ['bare code with a token at its end', 'print(1)\n<|end|>', program],
  ['a reflection after the program', `${fence('python')}\n<reflection>\nIt is right.\n</reflection>`, program],
  [
    'a program that has the tag in a text',
    fence('python', 'print(s.split("</think>")[1])\n'),
    'print(s.split("</think>")[1])\n',
  ],
  [
    'a bare program that has the tag',
    'print(re.sub(r"<think>.*</think>", "", s))',
    'print(re.sub(r"<think>.*</think>", "", s))',
  ],
  ['JSON whose program has the tag', JSON.stringify({ code: 'print(s, "a</think>b")' }), 'print(s, "a</think>b")'],
  ['a sentence that names the tag', `${fence('python')}It splits at \`</think>\` and prints.`, program],
  ['unclosed reasoning', `<think>\n${fence('python')}`, undefined],
  ['a JSON object', JSON.stringify({ code: program, reason: '' }), program],
  ['a JSON object in a fence', fence('json', `${JSON.stringify({ code: program })}\n`), program],
  ['a JSON object with a raw line end in its string', '{"code": "print(1)\n", "reason": ""}', program],
  ['a JSON object that says no', JSON.stringify({ code: '', reason: 'I cannot do that.' }), undefined],
  ['a JSON object with no string', '{"code": 7}', undefined],
  ['bare code', 'import sys\nprint(sys.version)', 'import sys\nprint(sys.version)'],
  ['bare code with a comment that is a sentence', '# This prints one.\nprint(1)', '# This prints one.\nprint(1)'],
  ['a refusal as a sentence', 'I am sorry, but I cannot help with that request.', undefined],
  ['explanation that name a function', 'I would call print() for that.\nBut I cannot do it.', undefined],
  ['nothing', '', undefined],
  ['blanks', ' \n \n', undefined],
  ['TypeScript', fence('ts', 'const a: number = 1;\n'), 'const a: number = 1;\n', 'typescript'],
  ['Bash under the name of sh', fence('sh', 'echo 1\n'), 'echo 1\n', 'bash'],
];

describe('the program of an answer', () => {
  it.each(answers)('is found: %s', (...[, answer, code, language = 'python']) => {
    expect(readAnswer([answer], { language }).code).toBe(code);
  });

  it.each(answers)('does not depend on how the answer comes: %s', (...[, answer, code, language = 'python']) => {
    expect(readAnswer([...answer], { language }).code).toBe(code);
    for (const size of [2, 3, 7]) {
      const pieces = answer.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
      expect(readAnswer(pieces, { language }).code).toBe(code);
    }
  });

  it('is shown as it comes, without the text around it', () => {
    const { shown, explanation } = readAnswer([...`First:\n${fence('python', 'a = 1\nprint(a)\n')}Done.`]);
    expect({ shown, explanation }).toEqual({ shown: 'a = 1\nprint(a)\n', explanation: 'First:\nDone.' });
  });
});

describe('the fences', () => {
  it('are those that a Markdown parser finds', () => {
    const piece = fc.constantFrom('```', '````', '~~~', '`', '~', 'py', ' ', '   ', '\n', '\n', 'a', '``` ', 'x`y');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const scanner = createFenceScanner({ onCode: () => undefined, onExplanation: () => undefined });
        scanner.push(text);
        const found = scanner.finish().map(({ tag, code }) => ({ tag, code: code.replace(/\n$/, '') }));
        expect(found).toEqual(fencesOf(text));
      }),
      { numRuns: 500 },
    );
  });
});

it('every language has its own names as the requested tags', () => {
  for (const name of ['python', 'javascript', 'typescript', 'bash', 'ruby', 'go', 'rust', 'java', 'c', 'cpp', 'r']) {
    const id = resolveLanguage(name)?.id ?? '';
    expect(createTagClassifier(id)(name)).toBe('requested');
    expect(createTagClassifier(id)('nonsense')).toBe('unknown');
  }
});

/** Fences at any depth of spaces, as the scanner takes them: without indented code the parser does too. */
function fencesOf(text: string): { tag: string; code: string }[] {
  const off = ['attention', 'autolink', 'blockQuote', 'characterEscape', 'characterReference', 'codeIndented'];
  off.push('codeText', 'definition', 'hardBreakEscape', 'headingAtx', 'htmlFlow', 'htmlText', 'labelEnd');
  off.push('labelStartImage', 'labelStartLink', 'list', 'setextUnderline', 'thematicBreak');
  const { children } = fromMarkdown(text, { extensions: [{ disable: { null: off } }] });
  return children.flatMap((node) =>
    node.type === 'code' ? [{ tag: (node.lang ?? '').toLowerCase(), code: node.value }] : [],
  );
}
