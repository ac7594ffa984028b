import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { completeVariables, variableNames } from '../../../../src-renderer/ui/code-editor/completion/variable-names.ts';

function complete(language: string, text: string, names: string[] = ['API_TOKEN', 'DB_URL']) {
  const state = EditorState.create({ doc: text, extensions: [variableNames.of(names)] });
  const result = completeVariables(language)(new CompletionContext(state, text.length, false));
  return result && [result.from, ...result.options.map(({ label }) => label)];
}

it('completes the names of secrets where a variable of the environment is read', () => {
  const contexts: [string, string][] = [
    ['python', 'os.environ["'],
    ['python', 'os.environ.get("'],
    ['python', 'os.getenv("'],
    ['javascript', 'process.env.'],
    ['typescript', "process.env['"],
    ['bash', 'echo $'],
    ['bash', 'echo "${'],
    ['ruby', 'ENV["'],
    ['go', 'os.Getenv("'],
  ];
  for (const [language, text] of contexts)
    expect([text, complete(language, `${text}AP`)]).toEqual([text, [text.length, 'API_TOKEN', 'DB_URL']]);
});

it('completes nothing elsewhere, and nothing without names', () => {
  expect(complete('python', 'print("AP')).toBeNull();
  expect(complete('python', 'price = $AP')).toBeNull();
  expect(complete('python', 'os.environ["', [])).toBeNull();
});
