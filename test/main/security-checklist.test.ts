/** The list of docs/security/desktop-app.md against the code: what it names has to be there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rows = [...read('docs/security/desktop-app.md').matchAll(/^\| (\d+) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number, item, answer]) => ({ number: Number(number), item, answer: answer ?? '' }),
);
const isPath = (word: string) => /^[\w-]+\/[\w./-]+\.(ts|mjs)$|^[\w-]+\.config\.ts$/.test(word);
/** A function or a constant, by which the place is found: no path, no flag, no setting with its value. */
const isName = (word: string) => /^[a-z]+[A-Z]\w*$|^(policy|listen)$/.test(word);
/** Those that other rows introduce with their file. */
const files = [...new Set(rows.flatMap(({ answer }) => codeTexts(answer).filter(isPath)))];

function codeTexts(answer: string): string[] {
  return [...answer.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');
}

describe("Electron's checklist", () => {
  it('has its twenty items', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it.each(rows)('$number, $item: names code that is there', ({ answer }) => {
    const sources = files.map(read);
    for (const name of codeTexts(answer).filter(isName))
      expect(
        sources.filter((source) => new RegExp(`\\b${name}\\b`).test(source)),
        name,
      ).not.toEqual([]);
  });

  it.each([
    ['sandbox: true', 'src-main/windows/web-preferences.ts'],
    ['contextIsolation: true', 'src-main/windows/web-preferences.ts'],
    ['nodeIntegration: false', 'src-main/windows/web-preferences.ts'],
    ['webviewTag: false', 'src-main/windows/web-preferences.ts'],
    ['webSecurity: true', 'src-main/windows/web-preferences.ts'],
    ['allowRunningInsecureContent: false', 'src-main/windows/web-preferences.ts'],
    ['experimentalFeatures: false', 'src-main/windows/web-preferences.ts'],
    ["contents.on('will-attach-webview', (event) => event.preventDefault())", 'src-main/windows/web-guards.ts'],
    ["return { action: 'deny' }", 'src-main/windows/web-guards.ts'],
  ])('%s is what the code says', (line, path) => {
    expect(read(path)).toContain(line);
  });

  it('is of the Electron that is pinned', () => {
    const { devDependencies, dependencies } = JSON.parse(read('package.json'));
    const version = { ...dependencies, ...devDependencies }.electron;
    expect(rows.find(({ number }) => number === 16)?.answer).toContain(`${version}, pinned`);
  });
});
