import { expect, it } from 'vitest';
import { snippetsOf } from '../../../../src-renderer/ui/code-editor/completion/snippets.ts';
import { inserted } from '../inserted-snippet.ts';

it('inserts fields by their names and steps of the indentation', () => {
  expect(inserted('bash', 'for')).toBe('for name in list; do\n  \ndone');
  expect(inserted('typescript', 'log')).toBe('console.log();');
  expect(inserted('perl', 'foreach')).toBe('foreach my $item (@list) {\n  \n}');
  expect(inserted('ruby', 'each')).toBe('list.each do |item|\n  \nend');
});

it('leaves no mark of a field in any snippet', () => {
  const languages = ['python', 'javascript', 'bash', 'ruby', 'perl', 'lua', 'r', 'c', 'cpp', 'java', 'go', 'rust'];
  for (const language of languages) {
    expect(snippetsOf(language).length).toBeGreaterThan(2);
    for (const { label } of snippetsOf(language)) expect(inserted(language, label)).not.toMatch(/#\{|\t/);
  }
  expect(snippetsOf('none')).toEqual([]);
});
