import { describe, expect, it } from 'vitest';
import { nameProblem } from '../../../src-renderer/features/vault/code/code-name.ts';
import { searchCode } from '../../../src-renderer/features/vault/code/search-code.ts';
import { newPasswordProblems, passwordProblem } from '../../../src-renderer/features/vault/unlock/password-problem.ts';
import { CodeName, nameOfFile } from '../../../src-shared/formats/code-name.ts';
import { storedCode } from './stored-code.ts';

describe('the search of the vault', () => {
  const stored = [
    storedCode('report.py', { description: 'Sums up the Year' }),
    storedCode('backup', { language: 'bash' }),
    storedCode('Clean-up', {}),
  ];
  const found = (search: string) => searchCode(stored, search).map(({ name }) => name);

  it.each([
    ['', ['report.py', 'backup', 'Clean-up']],
    ['  ', ['report.py', 'backup', 'Clean-up']],
    ['UP', ['report.py', 'backup', 'Clean-up']],
    [' clean-UP ', ['Clean-up']],
    ['bash', ['backup']],
    ['year', ['report.py']],
    ['nothing', []],
  ])('for "%s" finds names, languages and descriptions', (search, names) => {
    expect(found(search)).toEqual(names);
  });
});

describe('the name of a script', () => {
  it.each(['', 'a', 'report 2026_final-1.py', 'x'.repeat(128), '__init__.py', 'a/b c/d.py'])(
    'has no problem: "%s"',
    (name) => {
      expect(nameProblem(name)).toBeUndefined();
    },
  );

  it.each([
    ['x'.repeat(129), '129 characters'],
    [' a', 'must begin with'],
    ['.hidden', 'must begin with'],
    ['a//b', 'empty part'],
    ['a/', 'empty part'],
    ['a/../b', 'Each part'],
    [Array(9).fill('a').join('/'), 'too many folders'],
    ['a/'.repeat(120), '240 characters'],
    ['été', '“é”'],
    ['a😀', '“😀”'],
    ['a\n', '“\n”'],
  ])('has a problem with a reason: "%s"', (name, reason) => {
    expect(nameProblem(name)).toContain(reason);
  });

  it.each([
    ['report.py', 'report.py'],
    ['../../etc/passwd', 'etc_passwd'],
    ['Übersicht (1).py', 'bersicht _1_.py'],
    ['__init__.py', '__init__.py'],
    ['…', 'imported'],
    ['', 'imported'],
    [`${'x'.repeat(200)}.py`, 'x'.repeat(128)],
  ])('is made from a file name: %s', (fileName, name) => {
    expect(nameOfFile(fileName)).toBe(name);
    expect(CodeName.safeParse(name).success).toBe(true);
  });
});

describe('a master password', () => {
  it.each(['', 'a', 'a good password', 'x'.repeat(1024)])('has no problem while it can be tried', (password) => {
    expect(passwordProblem(password)).toBeUndefined();
  });

  it('has a problem when it is too long, or has half a character', () => {
    expect(passwordProblem('x'.repeat(2000))).toContain('too long');
    expect(passwordProblem('€'.repeat(1000))).toContain('too long');
    expect(passwordProblem('\ud83d')).toContain('half of a character');
  });

  it('that is new needs eight characters, and the same repetition', () => {
    expect(newPasswordProblems('1234567', '1234567')).toHaveProperty('password');
    expect(newPasswordProblems('12345678', '1234567')).toHaveProperty('again');
    for (const again of ['12345678', undefined]) expect(newPasswordProblems('12345678', again)).toEqual({});
  });
});
