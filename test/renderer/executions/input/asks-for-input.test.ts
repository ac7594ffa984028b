import { describe, expect, it } from 'vitest';
import { asksForInput } from '../../../../src-renderer/features/executions/input/asks-for-input.ts';
import { emptyDraft, requestOf } from '../../../../src-renderer/features/executions/options/run-draft.ts';

describe('a program asks for input', () => {
  it.each([
    ['python', 'name = input("Name? ")', true],
    ['python', 'import sys\nprint(sys.stdin.read())', false],
    ['python', 'print("put")', false],
    ['javascript', "import { createInterface } from 'node:readline'", true],
    ['bash', 'read -r name', true],
    ['bash', 'cat', false],
    ['ruby', 'name = gets', true],
    ['go', 'fmt.Scanln(&name)', true],
    ['cpp', 'std::cin >> name;', true],
    ['a-language', 'input()', false],
  ])('%s: %s: %s', (language, code, asks) => {
    expect(asksForInput(language, code)).toBe(asks);
  });

  it('only if there is no text for its input, and as the user chose', () => {
    const draft = { ...emptyDraft, code: 'print(input())' };
    expect(requestOf(draft)).toMatchObject({ openStdin: true });
    expect(requestOf({ ...draft, stdin: 'text' })).not.toHaveProperty('openStdin');
    expect(requestOf({ ...draft, input: 'none' })).not.toHaveProperty('openStdin');
    expect(requestOf({ ...draft, code: '', input: 'ask' })).toMatchObject({ openStdin: true });
  });
});
