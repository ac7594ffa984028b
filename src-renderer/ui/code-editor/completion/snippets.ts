import { type Completion, snippetCompletion } from '@codemirror/autocomplete';

type Snippet = readonly [label: string, detail: string, template: string];

/** Templates of CodeMirror: `#{name}` is a field to fill in, a tab is one step of the indentation. */
const templates: Readonly<Record<string, readonly Snippet[]>> = {
  python: [
    ['main', 'entry point', 'def main():\n\t#{}\n\n\nif __name__ == "__main__":\n\tmain()'],
    ['with', 'open a file', 'with open("#{name}") as file:\n\t#{}'],
    ['env', 'variable of the environment', 'os.environ["#{NAME}"]'],
    [
      'request',
      'HTTP request',
      'import json\nimport urllib.request\n\nwith urllib.request.urlopen("#{https://example.com}") as response:\n\tdata = json.load(response)#{}',
    ],
  ],
  javascript: [
    ['afun', 'async function', 'async function #{name}(#{params}) {\n\t#{}\n}'],
    ['log', 'print', 'console.log(#{});'],
    [
      'request',
      'HTTP request',
      "const response = await fetch('#{https://example.com}');\nconst data = await response.json();#{}",
    ],
    [
      'readfile',
      'read a file',
      "import { readFileSync } from 'node:fs';\n\nconst text = readFileSync('#{name}', 'utf8');#{}",
    ],
  ],
  bash: [
    ['for', 'loop', 'for #{name} in #{list}; do\n\t#{}\ndone'],
    ['while', 'read lines', 'while IFS= read -r #{line}; do\n\t#{}\ndone'],
    ['if', 'block', 'if [[ #{condition} ]]; then\n\t#{}\nfi'],
    ['case', 'block', 'case "#{value}" in\n\t#{pattern})\n\t\t#{}\n\t\t;;\nesac'],
    ['function', 'definition', '#{name}() {\n\t#{}\n}'],
    ['strict', 'stop at errors', 'set -euo pipefail\n#{}'],
  ],
  ruby: [
    ['def', 'method', 'def #{name}\n\t#{}\nend'],
    ['class', 'definition', 'class #{Name}\n\tdef initialize(#{params})\n\t\t#{}\n\tend\nend'],
    ['each', 'loop', '#{list}.each do |#{item}|\n\t#{}\nend'],
    ['begin', 'rescue', 'begin\n\t#{}\nrescue #{StandardError} => error\n\t#{}\nend'],
  ],
  perl: [
    ['sub', 'definition', 'sub #{name} {\n\t#{}\n}'],
    ['foreach', 'loop', 'foreach my $#{item} (@#{list}) {\n\t#{}\n}'],
    ['strict', 'strict mode', 'use strict;\nuse warnings;\n#{}'],
  ],
  lua: [
    ['function', 'definition', 'function #{name}(#{params})\n\t#{}\nend'],
    ['for', 'loop', 'for #{index} = 1, #{count} do\n\t#{}\nend'],
    ['pairs', 'loop', 'for #{key}, #{value} in pairs(#{list}) do\n\t#{}\nend'],
    ['if', 'block', 'if #{condition} then\n\t#{}\nend'],
  ],
  r: [
    ['function', 'definition', '#{name} <- function(#{params}) {\n\t#{}\n}'],
    ['for', 'loop', 'for (#{item} in #{list}) {\n\t#{}\n}'],
    ['try', 'catch', 'tryCatch({\n\t#{}\n}, error = function(e) {\n\t#{}\n})'],
  ],
  c: [
    ['main', 'entry point', '#include <stdio.h>\n\nint main(void) {\n\t#{}\n\treturn 0;\n}'],
    ['for', 'loop', 'for (int #{index} = 0; #{index} < #{count}; #{index}++) {\n\t#{}\n}'],
    ['if', 'block', 'if (#{condition}) {\n\t#{}\n}'],
  ],
  cpp: [
    ['main', 'entry point', '#include <iostream>\n\nint main() {\n\t#{}\n}'],
    ['for', 'range', 'for (const auto& #{item} : #{list}) {\n\t#{}\n}'],
    ['class', 'definition', 'class #{Name} {\npublic:\n\t#{}\n};'],
  ],
  java: [
    ['main', 'entry point', 'public class Main {\n\tpublic static void main(String[] args) {\n\t\t#{}\n\t}\n}'],
    ['for', 'each', 'for (#{var} #{item} : #{list}) {\n\t#{}\n}'],
    ['try', 'catch', 'try {\n\t#{}\n} catch (#{Exception} error) {\n\t#{}\n}'],
  ],
  go: [
    ['main', 'entry point', 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println(#{})\n}'],
    ['func', 'definition', 'func #{name}(#{params}) #{error} {\n\t#{}\n}'],
    ['iferr', 'return the error', 'if err != nil {\n\treturn #{err}\n}'],
    ['for', 'range', 'for #{_}, #{item} := range #{list} {\n\t#{}\n}'],
  ],
  rust: [
    ['main', 'entry point', 'fn main() {\n\t#{}\n}'],
    ['fn', 'definition', 'fn #{name}(#{params}) {\n\t#{}\n}'],
    ['match', 'block', 'match #{value} {\n\t#{pattern} => #{},\n}'],
    ['for', 'loop', 'for #{item} in #{list} {\n\t#{}\n}'],
  ],
};

/** Returns the snippets of a language, in addition to those of its grammar. */
export function snippetsOf(language: string): Completion[] {
  const list = templates[language === 'typescript' ? 'javascript' : language] ?? [];
  return list.map(([label, detail, template]) => snippetCompletion(template, { label, detail, type: 'keyword' }));
}
