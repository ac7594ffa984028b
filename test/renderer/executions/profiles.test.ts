import { describe, expect, it } from 'vitest';
import { OptionsDraft } from '../../../src-renderer/features/executions/options/options-draft.ts';
import {
  addProfile,
  changedOptions,
  chooseProfile,
  deleteProfile,
  emptyProfiles,
  profileNameProblem,
  profileNames,
} from '../../../src-renderer/features/executions/options/profiles.ts';

const staging = { ...addProfile({ ...emptyProfiles, args: 'shared' }, ' staging '), args: 'staging.example' };

describe('the profiles of a script', () => {
  it('begin as a copy, and each keeps its own options', () => {
    expect([staging.profile, profileNames(staging)]).toEqual(['staging', ['', 'staging']]);
    const usual = chooseProfile(staging, '');
    expect([usual.profile, usual.args]).toEqual(['', 'shared']);
    const again = chooseProfile({ ...usual, args: 'changed' }, 'staging');
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
