import { describe, expect, it } from 'vitest';
import {
  type Environment,
  environmentNameProblem,
  linesOf,
  summaryOf,
  variablesIn,
  variablesProblem,
} from '../../../../src-renderer/features/executions/environments/environments.ts';
import { emptyOptions } from '../../../../src-renderer/features/executions/options/options-draft.ts';
import { changedOptions, emptyProfiles } from '../../../../src-renderer/features/executions/options/profiles.ts';
import {
  draftOf,
  emptyDraft,
  optionsOf,
  requestOf,
} from '../../../../src-renderer/features/executions/options/run-draft.ts';
import { ExecuteRequest } from '../../../../src-shared/contracts/execute-request.ts';

const staging: Environment = {
  id: 'a1',
  name: 'staging',
  variables: 'API=https://staging.example\nMODE=test # of the team\nexport EMPTY=',
  secrets: ['STAGING_KEY'],
};

describe('the environment of a run', () => {
  it('gives its variables, and those of the options come before them', () => {
    const draft = { ...emptyDraft, environment: staging.id, variables: 'MODE=mine' };
    const request = ExecuteRequest.parse(requestOf(draft, staging));
    expect(request.env).toEqual({ API: 'https://staging.example', MODE: 'mine', EMPTY: '' });
    expect(optionsOf(emptyOptions)).not.toHaveProperty('env');
  });

  it('gives the secrets that it names and no others, unless the options name them', () => {
    expect(optionsOf(emptyOptions, { environment: staging }).secrets).toEqual(['STAGING_KEY']);
    const others = { ...emptyOptions, secrets: ['OTHER', 'STAGING_KEY'] };
    expect(optionsOf(others, { environment: staging }).secrets).toEqual(['STAGING_KEY', 'OTHER']);
    expect(optionsOf({ ...emptyOptions, network: 'full' }, { environment: staging }).secrets).toEqual(['STAGING_KEY']);
    expect(optionsOf(emptyOptions, { environment: { ...staging, secrets: [] } }).secrets).toBe('all');
  });

  it('is named where the options say what differs', () => {
    const draft = { ...emptyProfiles, environment: staging.id, variables: 'A=1' };
    expect(changedOptions(draft, 'staging')).toEqual(['environment staging', 'variables']);
    expect(changedOptions(draft)).toEqual(['environment', 'variables']);
  });

  it('is summarized without its values', () => {
    expect(summaryOf(staging)).toBe('API, MODE, EMPTY; secrets: STAGING_KEY');
    expect(summaryOf({ ...staging, variables: '', secrets: [] })).toBe('This environment is empty.');
  });

  it('has a name of its own', () => {
    expect(environmentNameProblem([staging], 'production')).toBeUndefined();
    for (const name of ['', ' ', 'None', 'STAGING', 'x'.repeat(41)])
      expect(environmentNameProblem([staging], name)).toEqual(expect.any(String));
  });
});

describe('lines of variables', () => {
  it('hold any value of a request, but for one with all kinds of quotes', () => {
    const values = { A: 'plain', B: ' spaces ', C: 'two\nlines', D: "it's", E: 'a#b', F: '\\', G: '', H: '"`', I: 'ü' };
    const { text, left } = linesOf({ ...values, J: '\'"` #' });
    expect(variablesIn(text)).toEqual(values);
    expect(left).toEqual(['J']);
    expect(draftOf({ language: 'bash', code: '', env: values }).variables).toBe(text);
  });

  it('that are not valid are named by their number, without their value', () => {
    expect(variablesProblem('A=1\n# a comment\n')).toBeUndefined();
    expect(variablesProblem('A=1\nnothing')).toBe('Line 2 does not have the form NAME=value.');
    expect(variablesProblem('1A=hidden')).toMatch(/^Line 1 has a name that must begin with a letter/);
    expect(variablesProblem('1A=hidden')).not.toContain('hidden');
    expect(variablesProblem('__proto__=1')).toContain('must not be __proto__');
  });
});
