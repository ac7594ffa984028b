import type OpenAI from 'openai';
import type { SecretValue } from '../../crypto/secret-value.ts';
import type { Deadline } from './deadline.ts';
import { createModelFetch, type ModelNetwork } from './model-transport.ts';

/** Whom to ask, and for what. */
export interface Endpoint {
  /** The name that the account gave it. */
  provider: string;
  /** Changes with every change of the provider. */
  identity: string;
  baseUrl: string;
  model: string;
  /** How long it may be silent. */
  timeoutMs: number;
  /** Wiped by whoever opened it. */
  apiKey: SecretValue | undefined;
}

const silent = { error: ignore, warn: ignore, info: ignore, debug: ignore };
const day = 24 * 60 * 60_000;

/**
 * The protocol's client for one conversation. Everything is given, so that it takes nothing from its environment
 * variables; it logs nothing, retries nothing, and its own time limit is out of the way of the deadline.
 */
export function createModelClient(network: ModelNetwork, { baseUrl, apiKey }: Endpoint, deadline: Deadline): OpenAI {
  const key = apiKey && Buffer.from(apiKey.reveal()).toString();
  return new network.OpenAI({
    baseURL: baseUrl,
    // It wants one; without a key no such header leaves.
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
