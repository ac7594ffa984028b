import type OpenAI from 'openai';
import type { SecretValue } from '../../crypto/secret-value.ts';
import type { Deadline } from './deadline.ts';
import { createModelFetch, type ModelNetwork } from './model-transport.ts';

/** Model endpoint and the model to ask. */
export interface Endpoint {
  /** Id of the provider, chosen by the account. */
  provider: string;
  /** Id of this version of the provider; it changes with every change of the provider. */
  identity: string;
  baseUrl: string;
  model: string;
  /** Maximum time without data. */
  timeoutMs: number;
  /** Wiped by the caller that opened it. */
  apiKey: SecretValue | undefined;
}

const silent = { error: ignore, warn: ignore, info: ignore, debug: ignore };
const day = 24 * 60 * 60_000;

/**
 * Creates the OpenAI client for one conversation. All options are set, so that it reads no environment variables. It does
 * not log or retry, and its own timeout is longer than the deadline.
 */
export function createModelClient(
  network: ModelNetwork,
  { baseUrl, apiKey }: Pick<Endpoint, 'baseUrl' | 'apiKey'>,
  deadline: Deadline,
): OpenAI {
  const key = apiKey && Buffer.from(apiKey.reveal()).toString();
  return new network.OpenAI({
    baseURL: baseUrl,
    // The library requires a key. Without one, the header is removed.
    apiKey: key ?? 'none',
    defaultHeaders: key === undefined ? { authorization: null } : {},
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    fetch: createModelFetch(network, deadline),
    maxRetries: 0,
    timeout: day,
    logLevel: 'off',
    logger: silent,
  });
}

function ignore(): void {}
