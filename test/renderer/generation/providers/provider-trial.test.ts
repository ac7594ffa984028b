import { describe, expect, it } from 'vitest';
import {
  type ProviderFormState,
  providerFormOf,
} from '../../../../src-renderer/features/generation/providers/provider-form.ts';
import { shownTest, trialOf } from '../../../../src-renderer/features/generation/providers/provider-trial.ts';
import type { Provider } from '../../../../src-shared/contracts/providers.contract.ts';

const stored = { id: 'local', hasKey: true } as Provider;
const baseUrl = 'http://127.0.0.1:11434';
const draft = (patch: Partial<ProviderFormState> = {}): ProviderFormState => ({
  ...providerFormOf(undefined),
  baseUrl,
  ...patch,
});

describe('the test of a provider that is not saved', () => {
  it('has the fields that are filled in, and waits for a valid address', () => {
    expect(trialOf(draft(), undefined)).toEqual({ baseUrl });
    expect(trialOf(draft({ model: ' m ', apiKey: 'sk-1', timeoutSeconds: '5' }), undefined)).toEqual({
      ...{ baseUrl, model: 'm', apiKey: 'sk-1', timeoutMs: 5000 },
    });
    expect(trialOf(draft({ baseUrl: 'localhost:11434' }), undefined)).toBeUndefined();
  });

  it('uses the stored key until another one is typed or it is removed', () => {
    expect(trialOf(draft(), stored)).toEqual({ baseUrl, keyOf: 'local' });
    expect(trialOf(draft({ apiKey: 'sk-1' }), stored)).toEqual({ baseUrl, apiKey: 'sk-1' });
    expect(trialOf(draft({ removeKey: true }), stored)).toEqual({ baseUrl });
  });
});

describe('the result of the test', () => {
  const models = ['a:latest', 'b'];
  const tested = { trial: { baseUrl }, result: { outcome: 'ok' as const, message: 'x', models } };
  const outcomeFor = (patch: Partial<ProviderFormState>) => shownTest(tested, trialOf(draft(patch), undefined)).outcome;

  it('follows the chosen model', () => {
    expect(outcomeFor({})).toEqual({ outcome: 'ok', message: 'The endpoint has 2 models. Choose one.' });
    expect(outcomeFor({ model: 'a' })).toMatchObject({ outcome: 'ok' });
    expect(outcomeFor({ model: 'c' })).toEqual({
      ...{ outcome: 'unknown_model', message: 'The endpoint has 2 models. c is none of them.' },
    });
  });

  it('is not shown for another address or key', () => {
    for (const patch of [{ baseUrl: 'http://127.0.0.1:1' }, { apiKey: 'sk-1' }, { baseUrl: 'x' }])
      expect(shownTest(tested, trialOf(draft(patch), undefined))).toEqual({ outcome: undefined, models: [] });
    expect(shownTest(undefined, { baseUrl })).toEqual({ outcome: undefined, models: [] });
  });

  it('without a list is that of the tested model only', () => {
    const failed = { trial: { baseUrl, model: 'm' }, result: { outcome: 'refused' as const, message: 'No server.' } };
    expect(shownTest(failed, { baseUrl, model: 'm' }).outcome).toEqual(failed.result);
    expect(shownTest(failed, { baseUrl, model: 'n' }).outcome).toBeUndefined();
  });
});
