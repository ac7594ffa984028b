import { describe, expect, it } from 'vitest';
import {
  emptyOptions,
  OptionsDraft,
  StoredOptions,
} from '../../../../src-renderer/features/executions/options/options-draft.ts';
import {
  draftOf,
  emptyDraft,
  emptyScriptOptions,
  isUntouchedDraft,
  optionsOf,
  requestOf,
  withLanguage,
} from '../../../../src-renderer/features/executions/options/run-draft.ts';
import { samples } from '../../../../src-renderer/features/executions/samples/samples.ts';
import { emptyRule, type RulesForm } from '../../../../src-renderer/ui/network/rule-form.ts';
import { ExecuteRequest } from '../../../../src-shared/contracts/execute-request.ts';

const full = {
  ...emptyDraft,
  args: 'one\ntwo words',
  stdin: 'in',
  files: [{ path: 'a.txt', size: 2, content: 'hi', encoding: 'utf8' as const }],
  secrets: ['TOKEN'],
  withPackages: 'rich>=13,<14 six',
  timeoutSeconds: '1.5',
  compileTimeoutSeconds: '90',
  maxQueueSeconds: '0',
  memoryMb: '64',
};

describe('the draft of a run', () => {
  it('is a request of the contract', () => {
    expect(ExecuteRequest.parse(requestOf(full))).toMatchObject({
      args: ['one', 'two words'],
      timeoutMs: 1500,
      compileTimeoutMs: 90_000,
      maxQueueMs: 0,
      withPackages: ['rich>=13,<14', 'six'],
      memoryMb: 64,
      secrets: ['TOKEN'],
    });
    expect(ExecuteRequest.parse(requestOf(emptyDraft))).not.toHaveProperty('maxQueueMs');
  });

  it('comes back from the request that it made', () => {
    expect(draftOf(requestOf(full))).toEqual(full);
  });

  it('keeps the path of the program and the executable files of a request, until the language changes', () => {
    const files = [{ path: 'tool', content: '', encoding: 'utf8' as const, executable: true }];
    const request = { ...requestOf(emptyDraft), entry: 'src/app.py', files };
    const again = draftOf(request);
    expect(requestOf(again)).toEqual(request);
    expect(requestOf({ ...again, ...withLanguage(again, 'bash') })).not.toHaveProperty('entry');
  });

  it('knows the size of its files in bytes', () => {
    const files = [
      { path: 'a', content: 'é€', encoding: 'utf8' as const },
      { path: 'b', content: 'AAE=', encoding: 'base64' as const },
      { path: 'c', content: 'AAEC', encoding: 'base64' as const },
    ];
    expect(draftOf({ ...requestOf(emptyDraft), files }).files.map(({ size }) => size)).toEqual([5, 2, 3]);
  });

  it('of generated code has no secret unless the request names it', () => {
    const generated = { prompt: 'p', model: 'm', attempt: 1, approval: 'a'.repeat(64) };
    expect(draftOf({ language: 'bash', code: '', generated }).secrets).toEqual([]);
    expect(draftOf({ language: 'bash', code: '' }).secrets).toBe('all');
  });

  it('is untouched with a sample and no options, whatever the language', () => {
    expect(isUntouchedDraft(emptyDraft)).toBe(true);
    expect(isUntouchedDraft({ ...emptyDraft, ...withLanguage(emptyDraft, 'bash') })).toBe(true);
    expect(isUntouchedDraft({ ...emptyDraft, code: `${emptyDraft.code} ` })).toBe(false);
    expect(isUntouchedDraft({ ...emptyDraft, args: 'a' })).toBe(false);
  });

  it('keeps code that is not a sample when the language changes', () => {
    expect(withLanguage({ ...emptyDraft, code: 'mine' }, 'bash')).toEqual({ language: 'bash' });
    expect(withLanguage(emptyDraft, 'bash')).toEqual({ language: 'bash', code: samples.bash });
    expect(withLanguage(emptyDraft, 'unknown')).toEqual({ language: 'unknown' });
  });

  it('has rules, which are kept while another network is selected', () => {
    const rules: RulesForm = {
      allow: [{ ...emptyRule, host: 'api.example.com', secrets: ['TOKEN'] }],
      onBlocked: 'ask',
    };
    const draft = { ...full, network: 'rules' as const, rules };
    const request = ExecuteRequest.parse(requestOf(draft));
    expect(request.network).toEqual({ allow: [{ host: 'api.example.com', secrets: ['TOKEN'] }], onBlocked: 'ask' });
    expect(draftOf(request)).toEqual(draft);
    expect(requestOf({ ...draft, network: 'none' }).network).toBe('none');
  });

  it('sends no secret along by "all" when it has rules, its own or those of the script', () => {
    const all = { ...emptyOptions, secrets: 'all' as const };
    expect(optionsOf({ ...all, network: 'rules' }).secrets).toEqual([]);
    expect(optionsOf({ ...all, network: 'script' }, { network: { allow: [] } })).toMatchObject({ secrets: [] });
    expect(optionsOf({ ...all, network: 'script' }).secrets).toBe('all');
  });

  it('names no network if the rules of the script hold', () => {
    expect(optionsOf(emptyScriptOptions, { network: { allow: [] } })).not.toHaveProperty('network');
    expect(optionsOf({ ...emptyScriptOptions, network: 'none' })).toHaveProperty('network', 'none');
  });

  it('of an earlier version is read: it has no rules, and its script has none', () => {
    const { rules: _, ...stored } = { ...emptyOptions, network: 'none' };
    expect(OptionsDraft.parse(stored)).toMatchObject(emptyScriptOptions);
    expect(OptionsDraft.parse({ ...stored, network: 'full' })).toMatchObject({ ...emptyOptions, network: 'full' });
    expect(OptionsDraft.parse({ ...emptyOptions, network: 'none' })).toMatchObject(emptyOptions);
    const { files, ...run } = emptyOptions;
    expect(StoredOptions.parse({ ...stored, files })).toEqual(run);
  });

  it('sends no secret along by "all" when it asks for the network', () => {
    expect(requestOf({ ...emptyDraft, network: 'full' }).secrets).toEqual([]);
  });
});
