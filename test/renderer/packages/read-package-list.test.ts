import { describe, expect, it } from 'vitest';
import { readPackageList } from '../../../src-renderer/features/packages/read-package-list.ts';

const names = (manager: string, text: string) => readPackageList(manager, text).packages.map(({ name }) => name);

describe('a pasted list of Python packages', () => {
  it('is read line by line, without comments, hashes and continuations', () => {
    const text = [
      '# from pip-compile',
      'requests==2.32.3 \\',
      '    --hash=sha256:aaaa \\',
      '    --hash=sha256:bbbb',
      'pandas >=2,<3  # tables',
      '',
    ].join('\r\n');
    expect(readPackageList('pip', text)).toEqual({
      packages: [{ name: 'requests==2.32.3' }, { name: 'pandas >=2,<3' }],
      skipped: [],
    });
  });

  it('lists the lines that it skips, with the reason', () => {
    const text = '-r other.txt\ngit+https://example.com/x.git\n./wheel.whl\nuvicorn[standard]\nx @ file:///tmp/x';
    const { packages, skipped } = readPackageList('pip', text);
    expect(packages).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'is an option of pip',
      'is not from the package index',
      'is not from the package index',
      'requests extras, which a list does not support',
      'is not from the package index',
    ]);
  });

  it('accepts a package with a condition, and reports that the condition is ignored', () => {
    const read = readPackageList('pip', 'tomli>=2; python_version < "3.11"');
    expect(read.packages).toEqual([{ name: 'tomli>=2' }]);
    expect(read.skipped).toMatchObject([{ reason: 'is added without its condition' }]);
  });

  it('has each package once, as the last line says', () => {
    expect(names('pip', 'Some_Thing==1\nother\nsome-thing==2')).toEqual(['some-thing==2', 'other']);
  });
});

describe('a pasted list of npm packages', () => {
  it('is read from a package.json, what is not from the registry passed over', () => {
    const text = JSON.stringify({
      name: 'app',
      dependencies: { lodash: '^4.17', '@scope/a': 'latest', local: 'file:../local' },
      devDependencies: { typescript: '6.0.3', fork: 'github:someone/fork' },
    });
    const { packages, skipped } = readPackageList('npm', text);
    expect(packages).toEqual([
      { name: 'typescript', version: '6.0.3' },
      { name: 'lodash', version: '^4.17' },
      { name: '@scope/a' },
    ]);
    expect(skipped.map((line) => line.text)).toEqual(['fork github:someone/fork', 'local file:../local']);
  });

  it('is read line by line as well, scopes kept', () => {
    expect(names('npm', 'left-pad@1.3.0\n@scope/name@^1\n@scope/other')).toEqual([
      'left-pad@1.3.0',
      '@scope/name@^1',
      '@scope/other',
    ]);
  });

  it('says that a package.json cannot be read', () => {
    expect(readPackageList('npm', '{ "dependencies": ')).toEqual({
      packages: [],
      skipped: [{ text: 'package.json', reason: 'is not valid JSON with lists of dependencies' }],
    });
  });
});
