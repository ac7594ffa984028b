import { describe, expect, it } from 'vitest';
import { emptyOptions, OptionsDraft } from '../../../../src-renderer/features/executions/options/options-draft.ts';
import {
  addProfile,
  changedOptions,
  chooseProfile,
  deleteProfile,
  emptyProfiles,
  profileNameProblem,
  profileNames,
} from '../../../../src-renderer/features/executions/options/profiles.ts';
import {
  emptyDraft,
  isUntouchedDraft,
  storedOptionsOf,
} from '../../../../src-renderer/features/executions/options/run-draft.ts';
import { withFilesOf } from '../../../../src-renderer/features/executions/scratches/scratch-profiles.ts';
import { codeTextOf, readScratchPart } from '../../../../src-renderer/features/executions/scratches/stored-scratch.ts';

const staging = { ...addProfile({ ...emptyProfiles, args: 'shared' }, ' staging '), args: 'staging.example' };

describe('the path of a script among its files', () => {
  const draft = { ...emptyProfiles, entry: 'src/app.py', files: [] };

  it('is stored with its options, and absent in those of an earlier version', () => {
    expect(OptionsDraft.parse(JSON.parse(JSON.stringify(OptionsDraft.parse(draft))))).toMatchObject({
      entry: 'src/app.py',
    });
    expect(OptionsDraft.parse(emptyProfiles)).not.toHaveProperty('entry');
  });

  it('is part of its request, whatever the profile', () => {
    expect(storedOptionsOf(draft, {})).toMatchObject({ entry: 'src/app.py' });
    const profiled = chooseProfile({ ...addProfile(draft, 'staging'), args: 'x' }, '');
    expect(storedOptionsOf(profiled, {})).toMatchObject({ entry: 'src/app.py' });
    expect(storedOptionsOf(emptyProfiles, {})).not.toHaveProperty('entry');
  });
});

describe('the profiles of a script', () => {
  it('begin as a copy, and each keeps its own options', () => {
    expect([staging.profile, profileNames(staging)]).toEqual(['staging', ['', 'staging']]);
    const defaultProfile = chooseProfile(staging, '');
    expect([defaultProfile.profile, defaultProfile.args]).toEqual(['', 'shared']);
    const again = chooseProfile({ ...defaultProfile, args: 'changed' }, 'staging');
    expect([again.args, chooseProfile(again, '').args]).toEqual(['staging.example', 'changed']);
    expect(chooseProfile(again, 'unknown')).toBe(again);
  });

  it('are deleted one by one, never the default', () => {
    const both = addProfile(staging, 'production');
    expect(profileNames(deleteProfile(both))).toEqual(['', 'staging']);
    expect(deleteProfile(both).args).toBe('shared');
    expect(deleteProfile(emptyProfiles)).toBe(emptyProfiles);
  });

  it('have names of their own', () => {
    expect(profileNameProblem(staging, 'production')).toBeUndefined();
    for (const name of ['', '  ', 'default', 'STAGING', 'x'.repeat(41)])
      expect(profileNameProblem(staging, name)).toEqual(expect.any(String));
  });

  it('are stored with the options; the options of an earlier version have the default one', () => {
    expect(OptionsDraft.parse(JSON.parse(JSON.stringify(staging)))).toEqual(staging);
    const { profile: _, others: __, form: ___, ...earlier } = emptyProfiles;
    expect(OptionsDraft.parse(earlier)).toEqual(emptyProfiles);
  });

  it('keep which files are executable', () => {
    const files = [{ path: 'tool', size: 0, content: '', encoding: 'utf8' as const, executable: true }];
    expect(OptionsDraft.parse({ ...staging, files }).files).toEqual(files);
  });

  it('name what they change', () => {
    expect(changedOptions(emptyProfiles)).toEqual([]);
    expect(changedOptions({ ...emptyProfiles, args: 'a', memoryMb: '64', form: { x: '1' } })).toEqual([
      ...['values', 'arguments', 'memory limit'],
    ]);
  });
});

describe('the profiles of a scratch', () => {
  const files = [{ path: 'data.csv', size: 2, content: 'ab', encoding: 'utf8' as const }];
  const scratch = { ...emptyDraft, code: 'print(1)', args: 'shared', files };
  const changed = {
    ...withFilesOf(scratch, addProfile(scratch, 'staging')),
    args: 'staging',
    network: 'full' as const,
  };

  it('leave its code, language and files as they are', () => {
    const defaultProfile = withFilesOf(changed, chooseProfile(changed, ''));
    expect(defaultProfile).toMatchObject({ code: 'print(1)', profile: '', args: 'shared', network: 'none', files });
    const again = withFilesOf(defaultProfile, chooseProfile(defaultProfile, 'staging'));
    expect(again).toMatchObject({ code: 'print(1)', profile: 'staging', args: 'staging', network: 'full', files });
    expect(withFilesOf(again, deleteProfile(again))).toMatchObject({ profile: '', others: [], args: 'shared', files });
  });

  it('are stored with its code and without its files, and make it more than a sample', () => {
    const text = codeTextOf(changed) ?? '';
    expect(text).not.toContain('data.csv');
    expect({ ...readScratchPart('code', text), files }).toEqual(changed);
    expect(isUntouchedDraft(emptyDraft)).toBe(true);
    expect(isUntouchedDraft(addProfile(emptyDraft, 'staging'))).toBe(false);
    const { profile: _, others: __, ...earlier } = JSON.parse(codeTextOf(scratch) ?? '');
    expect(readScratchPart('code', JSON.stringify(earlier))).toMatchObject({ profile: '', others: [] });
  });

  it('are compared with the usual options of a scratch', () => {
    expect(changedOptions(emptyDraft, undefined, emptyOptions)).toEqual([]);
    expect(changedOptions(changed, undefined, emptyOptions)).toEqual(['arguments', 'files', 'network']);
  });
});
