/** Each run option of the contract on its way through the drafts of the interface. */
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../src-renderer/features/executions/environments/environments.ts';
import { OptionsDraft, StoredOptions } from '../../../src-renderer/features/executions/options/options-draft.ts';
import {
  addProfile,
  changedOptions,
  chooseProfile,
  emptyProfiles,
} from '../../../src-renderer/features/executions/options/profiles.ts';
import {
  draftOf,
  emptyDraft,
  isUntouchedDraft,
  optionsOf,
  type RunDraft,
  requestOf,
  storedOptionsOf,
} from '../../../src-renderer/features/executions/options/run-draft.ts';
import {
  codeTextOf,
  filesTextOf,
  readScratchPart,
} from '../../../src-renderer/features/executions/scratches/stored-scratch.ts';
import { ExecuteRequest, InputFile, RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import { ExecuteStoredRequest } from '../../../src-shared/contracts/vault.contract.ts';

const file: Required<InputFile> = { path: 'tool', content: 'aGk=', encoding: 'base64', executable: true };

/** A value of each option that is not its default. */
const options: { [Name in keyof RunOptions]-?: RunOptions[Name] } = {
  stdin: 'in',
  args: ['one', 'two words'],
  files: [file],
  env: { MODE: 'test' },
  secrets: ['TOKEN'],
  packages: false,
  withPackages: ['rich>=13', 'six'],
  inlinePackages: false,
  timeoutMs: 1500,
  compileTimeoutMs: 90_000,
  memoryMb: 64,
  maxQueueMs: 0,
  network: { allow: [{ host: 'api.example.com', secrets: ['TOKEN'] }], onBlocked: 'ask' },
  outputKeep: 'ends',
};
const request = ExecuteRequest.parse({ language: 'python', code: 'print(1)', ...options });
const draft = draftOf(request);
const stored = (text: string | undefined) => text ?? '';

const paths: Record<string, () => unknown> = {
  'a run that is opened again': () => requestOf(draft),
  'a scratch in storage': () => {
    const code = readScratchPart('code', stored(codeTextOf(draft)));
    const files = readScratchPart('files', stored(filesTextOf(draft)));
    return requestOf({ ...emptyDraft, ...code, ...files } as RunDraft);
  },
  'the options of a script in storage': () => {
    const saved = JSON.parse(JSON.stringify(OptionsDraft.parse({ ...emptyProfiles, ...draft })));
    return storedOptionsOf(OptionsDraft.parse(saved), {});
  },
  'the options of generated code in storage': () => {
    const { files, ...rest } = draft;
    return optionsOf({ ...StoredOptions.parse(JSON.parse(JSON.stringify(rest))), files });
  },
  'another profile and back, also in storage': () => {
    const other = addProfile({ ...emptyProfiles, ...draft }, 'staging');
    return storedOptionsOf(chooseProfile(OptionsDraft.parse(JSON.parse(JSON.stringify(other))), ''), {});
  },
};

describe('a run option', () => {
  it.each(Object.keys(RunOptions.shape))('%s has an example here', (name) => {
    expect(options).toHaveProperty(name);
  });

  it.each(Object.entries(paths))('survives %s', (_, pass) => {
    expect(pass()).toMatchObject(options);
  });

  it('survives a run with an environment, whose variables and secrets are added', () => {
    const environment: Environment = { id: 'a1', name: 'staging', variables: 'API=x', secrets: ['KEY'] };
    expect(requestOf(draft, environment)).toMatchObject({
      ...options,
      env: { API: 'x', MODE: 'test' },
      secrets: ['KEY', 'TOKEN'],
    });
  });

  it('is valid in the requests of a scratch and of a script', () => {
    expect(ExecuteRequest.parse(requestOf(draft))).toEqual(request);
    expect(
      ExecuteStoredRequest.parse({ ...storedOptionsOf(draft, {}), masterPassword: 'a long password' }),
    ).toMatchObject(options);
  });

  it('is no longer set by a draft or profile without it', () => {
    const shown = { ...draft, ...readScratchPart('code', undefined), ...readScratchPart('files', undefined) };
    expect(requestOf(shown)).toEqual(requestOf(emptyDraft));
    const defaultProfile = OptionsDraft.parse(JSON.parse(JSON.stringify(addProfile(emptyProfiles, 'staging'))));
    const back = chooseProfile({ ...defaultProfile, ...draft, others: defaultProfile.others }, '');
    expect(optionsOf(back)).toEqual(optionsOf(emptyProfiles));
  });

  it('that is turned off counts as a change, and is named', () => {
    const changed = { ...emptyDraft, inlinePackages: false };
    expect(isUntouchedDraft(changed)).toBe(false);
    expect(changedOptions(changed, undefined, emptyDraft)).toEqual(['packages declared in the code']);
  });
});

it.each(Object.keys(InputFile.shape))('the field %s of an input file survives', (name) => {
  expect(file).toHaveProperty(name);
  const again = readScratchPart('files', stored(filesTextOf(draft)));
  expect(requestOf({ ...draft, ...again } as RunDraft).files).toEqual([file]);
});
