import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src-renderer/client/api-error.ts';
import { fieldProblems, noProblems, problemSentence } from '../../../src-renderer/client/field-problems.ts';

const invalid = (...details: [path: string, message: string][]) =>
  new ApiError('invalid_request', 'The request is invalid.', {
    details: details.map(([path, message]) => ({ path, message })),
  });
const found = (error: unknown, names: string[], others = {}) => {
  const { byName, isComplete } = fieldProblems(error, names, others);
  return { ...Object.fromEntries(byName), isComplete };
};

describe('the problems of the fields of a form', () => {
  it('are none without an error', () => {
    expect(fieldProblems(null, ['a'])).toBe(noProblems);
    expect(fieldProblems(undefined, ['a'])).toBe(noProblems);
  });

  it('are shown at the controls of their names, the first of each', () => {
    const error = invalid(['name', 'is too long'], ['limits.memoryMb', 'is too small'], ['name', 'has a space']);
    expect(found(error, ['name', 'limits.memoryMb'])).toEqual({
      ...{ name: 'is too long', 'limits.memoryMb': 'is too small', isComplete: true },
    });
  });

  it('of an entry or a part are shown at the control that holds it, counted from one', () => {
    expect(found(invalid(['secretNames[2]', 'is unknown']), ['secretNames'])).toEqual({
      ...{ secretNames: 'Entry 3 is unknown.', isComplete: true },
    });
    expect(found(invalid(['body.code', 'is empty']), ['body'])).toEqual({ body: 'code is empty.', isComplete: true });
  });

  it('are not complete while one has no control', () => {
    expect(found(invalid(['name', 'is too long'], ['other', 'is wrong']), ['name'])).toEqual({
      ...{ name: 'is too long', isComplete: false },
    });
    expect(found(invalid(), ['name'])).toEqual({ isComplete: false });
    expect(found(invalid(['nameOfOther', 'is wrong']), ['name'])).toEqual({ isComplete: false });
  });

  it('of a code or of another path are shown at the control that is given for it', () => {
    const taken = new ApiError('email_taken', 'This e-mail has an account.');
    expect(found(taken, ['email'], { email_taken: 'email' })).toEqual({
      ...{ email: 'This e-mail has an account.', isComplete: true },
    });
    expect(found(taken, ['password'], { email_taken: 'email' })).toEqual({ isComplete: false });
    expect(found(invalid(['timeoutMs', 'is too small']), ['timeout'], { timeoutMs: 'timeout' })).toEqual({
      ...{ timeout: 'is too small', isComplete: true },
    });
  });

  it.each([
    ['must not be empty', 'The name must not be empty.'],
    ['must not be empty.', 'The name must not be empty.'],
    ['Use another name.', 'Use another name.'],
  ])('read as a sentence: %s', (problem, sentence) => {
    expect(problemSentence('The name', problem)).toBe(sentence);
  });
});
