import type { Provider, ProviderInput } from '../../../../src-shared/contracts/providers.contract.ts';

/** A provider as the form fields hold it. */
export interface ProviderFormState {
  id: string;
  baseUrl: string;
  model: string;
  /** Empty: the stored key stays. */
  apiKey: string;
  removeKey: boolean;
  /** Empty: the default timeout. */
  timeoutSeconds: string;
  isDefault: boolean;
}

export function providerFormOf(provider: Provider | undefined): ProviderFormState {
  return {
    id: provider?.id ?? '',
    baseUrl: provider?.baseUrl ?? '',
    model: provider?.model ?? '',
    apiKey: '',
    removeKey: false,
    timeoutSeconds: provider === undefined ? '' : String(provider.timeoutMs / 1000),
    isDefault: provider?.default ?? false,
  };
}

export function providerInputOf(draft: ProviderFormState): ProviderInput {
  const { baseUrl, model, apiKey, removeKey, timeoutSeconds, isDefault } = draft;
  return {
    baseUrl: baseUrl.trim(),
    model: model.trim(),
    ...(removeKey ? { apiKey: null } : apiKey !== '' && { apiKey }),
    ...(timeoutSeconds !== '' && { timeoutMs: Math.round(Number(timeoutSeconds) * 1000) }),
    ...(isDefault && { default: true }),
  };
}
