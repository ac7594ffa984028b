import {
  BaseUrl,
  type Provider,
  type ProviderTest,
  type ProviderTrial,
} from '../../../../src-shared/contracts/providers.contract.ts';
import { isListedModel } from '../../../../src-shared/formats/listed-model.ts';
import { type ProviderFormState, providerInputOf } from './provider-form.ts';

/** Returns the request that tests a draft; undefined if its address is not valid. `stored`: the provider that it changes. */
export function trialOf(draft: ProviderFormState, stored: Provider | undefined): ProviderTrial | undefined {
  const { baseUrl, model, apiKey, timeoutMs } = providerInputOf(draft);
  if (!BaseUrl.safeParse(baseUrl).success) return undefined;
  const usesStored = apiKey === undefined && stored?.hasKey === true;
  return {
    baseUrl,
    ...(model !== '' && { model }),
    ...(apiKey != null && { apiKey }),
    ...(usesStored && { keyOf: stored.id }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

/** The last test, and what it tested. */
export interface Tested {
  trial: ProviderTrial;
  result: ProviderTest;
}

/** The part of a test that a form shows. */
export interface ShownTest {
  outcome: Pick<ProviderTest, 'outcome' | 'message'> | undefined;
  /** Models to choose from. */
  models: readonly string[];
}

/** Returns what the last test says about the draft as it is now: nothing after a change of the address or the key. */
export function shownTest(tested: Tested | undefined, trial: ProviderTrial | undefined): ShownTest {
  const nothing: ShownTest = { outcome: undefined, models: [] };
  if (tested === undefined || trial === undefined) return nothing;
  const of = ({ baseUrl, apiKey, keyOf }: ProviderTrial) => JSON.stringify([baseUrl, apiKey, keyOf]);
  if (of(tested.trial) !== of(trial)) return nothing;
  const { outcome, message, models = [] } = tested.result;
  if (models.length === 0)
    return trial.model === tested.trial.model ? { outcome: { outcome, message }, models } : nothing;
  return { outcome: outcomeOfList(trial, models), models };
}

function outcomeOfList({ model }: ProviderTrial, models: readonly string[]): ShownTest['outcome'] {
  const count = `The endpoint has ${models.length === 1 ? '1 model' : `${models.length} models`}.`;
  if (model === undefined) return { outcome: 'ok', message: `${count} Choose one.` };
  if (isListedModel(model, models)) return { outcome: 'ok', message: `${count} ${model} is one of them.` };
  return { outcome: 'unknown_model', message: `${count} ${model} is none of them.` };
}
