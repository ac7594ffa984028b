import { z } from 'zod';
import { EngineLocation } from '../../src-shared/contracts/engine-location.ts';
import { blockedReasons } from '../../src-shared/contracts/network/network-events.ts';
import { NetworkTotal } from '../../src-shared/contracts/network/network-report.ts';
import { SecretHost } from '../../src-shared/contracts/network/secret-hosts.ts';
import { SandboxEndReason } from '../../src-shared/contracts/sandboxes/sandboxes.contract.ts';

const none = z.strictObject({});
const named = z.strictObject({ name: z.string() });

/** Fields of every row of a run, in addition to the specified fields of its action. The outcome is joined by the id. */
const runOrigin = { executionId: z.string(), source: z.string(), place: EngineLocation };
const runInputs = { secretsInjected: z.int(), packages: z.int() };
/** The network of a run or sandbox, with the number of its rules. */
const networkUse = { network: z.enum(['none', 'full', 'rules']), networkRules: z.int().optional() };
/** Hosts whose requests can contain the value of a secret; absent if it is an environment variable. */
const boundTo = { hosts: z.array(SecretHost).optional() };

const itemFacts = named.extend({ kind: z.string(), version: z.int() });

const packageSpec = z.strictObject({ language: z.string(), name: z.string(), version: z.string().nullable() });

/** Metadata of generated code; only these actions contain a prompt. `attempts` is the number of the attempt, from 1. */
const generated = z.strictObject({
  prompt: z.string(),
  language: z.string(),
  model: z.string(),
  attempts: z.int(),
});

/** A row about the network of a run or of a sandbox: exactly one of the ids is set. */
const ofNetwork = z.strictObject({ executionId: z.string().optional(), sandboxId: z.string().optional() });
const host = z.string().max(253);

/**
 * Actions of the audit log, with the type of the resource and the schema of the metadata. The schema is an allow-list: other
 * fields cannot be written, so that no secret value and no code gets into the log.
 */
export const auditActions = {
  'auth.register': { resourceType: 'account', metadata: none },
  'auth.login': { resourceType: 'session', metadata: none },
  'auth.login_failed': { resourceType: 'account', metadata: none },
  'auth.refresh': { resourceType: 'session', metadata: none },
  'auth.logout': { resourceType: 'session', metadata: none },
  'auth.password_change': { resourceType: 'account', metadata: z.strictObject({ sessionsEnded: z.int() }) },
  'session.revoke': { resourceType: 'session', metadata: none },
  'session.reuse_detected': { resourceType: 'session', metadata: z.strictObject({ sessionsEnded: z.int() }) },
  'session.end': { resourceType: 'session', metadata: z.strictObject({ reason: z.enum(['unexpected_stop']) }) },
  'session.remember': { resourceType: 'session', metadata: none },
  'session.restore': { resourceType: 'session', metadata: none },
  'session.forget': { resourceType: 'session', metadata: none },
  'api_key.create': {
    resourceType: 'api_key',
    metadata: z.strictObject({
      name: z.string(),
      scopes: z.array(z.string()),
      secretNames: z.array(z.string()).nullable(),
      networkHosts: z.array(z.string()).nullable(),
      expiresAt: z.string().nullable(),
    }),
  },
  'api_key.revoke': { resourceType: 'api_key', metadata: z.strictObject({ name: z.string() }) },
  'settings.update': { resourceType: 'settings', metadata: z.strictObject({ fields: z.array(z.string()) }) },
  'provider.update': {
    resourceType: 'provider',
    metadata: named.extend({ baseUrl: z.string(), model: z.string(), hasKey: z.boolean() }),
  },
  'provider.delete': { resourceType: 'provider', metadata: named },
  'account.delete': { resourceType: 'account', metadata: none },
  'audit.export': { resourceType: 'audit_log', metadata: z.strictObject({ format: z.string() }) },
  'item.accept': { resourceType: 'item', metadata: itemFacts.extend({ fault: z.string() }) },
  'item.adopt': { resourceType: 'item', metadata: itemFacts },
  'secret.create': { resourceType: 'secret', metadata: named.extend(boundTo) },
  'secret.update': { resourceType: 'secret', metadata: named.extend({ version: z.int(), ...boundTo }) },
  'secret.edit': {
    resourceType: 'secret',
    metadata: named.extend({ version: z.int(), fields: z.array(z.string()), ...boundTo }),
  },
  'secret.delete': { resourceType: 'secret', metadata: named },
  /** Values for a program of this machine. The program's name is what its user typed, so it is not recorded. */
  'secret.release': { resourceType: 'secret', metadata: z.strictObject({ names: z.array(z.string()) }) },
  'secret.list': { resourceType: 'secret', metadata: none },
  'package.set': { resourceType: 'package', metadata: z.strictObject({ packages: z.array(packageSpec) }) },
  'package.add': { resourceType: 'package', metadata: packageSpec },
  'package.remove': { resourceType: 'package', metadata: packageSpec.omit({ version: true }) },
  'zk.store': {
    resourceType: 'encrypted_code',
    metadata: named.extend({ language: z.string(), revision: z.int() }),
  },
  'zk.list': { resourceType: 'encrypted_code', metadata: none },
  'zk.read': { resourceType: 'encrypted_code', metadata: named.extend({ revision: z.int().optional() }) },
  /** `name` is the new name. */
  'zk.rename': { resourceType: 'encrypted_code', metadata: named.extend({ from: z.string() }) },
  /** The script has a new master password. */
  'zk.reseal': { resourceType: 'encrypted_code', metadata: named.extend({ revision: z.int() }) },
  'zk.delete': { resourceType: 'encrypted_code', metadata: named },
  'zk.execute': {
    resourceType: 'execution',
    metadata: named.extend({ language: z.string(), codeLength: z.int(), ...runInputs, ...networkUse, ...runOrigin }),
  },
  'code.execute': {
    resourceType: 'execution',
    metadata: z.strictObject({ language: z.string(), codeLength: z.int(), ...runInputs, ...networkUse, ...runOrigin }),
  },
  'code.generate_execute': {
    resourceType: 'execution',
    metadata: generated.extend({
      codeLength: z.int(),
      ...runInputs,
      ...networkUse,
      ...runOrigin,
      approval: z.string().optional(),
    }),
  },
  'execution.pin': {
    resourceType: 'execution',
    metadata: z.strictObject({ executionId: z.string(), pinned: z.boolean() }),
  },
  'execution.delete': { resourceType: 'execution', metadata: z.strictObject({ executionId: z.string() }) },
  'code.generate': {
    resourceType: 'generation',
    metadata: generated.extend({ packages: z.int(), provider: z.string(), source: z.string() }),
  },
  'sandbox.create': {
    resourceType: 'sandbox',
    metadata: z.strictObject({
      language: z.string(),
      ...runInputs,
      memoryMb: z.int(),
      diskMb: z.int(),
      ...networkUse,
      source: z.string(),
      place: EngineLocation,
    }),
  },
  'sandbox.pause': { resourceType: 'sandbox', metadata: none },
  'sandbox.resume': { resourceType: 'sandbox', metadata: none },
  'sandbox.delete': { resourceType: 'sandbox', metadata: z.strictObject({ endReason: SandboxEndReason }) },
  'sandbox.execute': {
    resourceType: 'sandbox',
    metadata: z.strictObject({
      sandboxId: z.string(),
      kind: z.enum(['process', 'cell']),
      /** Null for a program with arguments. */
      language: z.string().nullable(),
      codeLength: z.int(),
      source: z.string(),
      place: EngineLocation,
    }),
  },
  'network.secret_used': { resourceType: 'network', metadata: ofNetwork.extend({ host, secret: z.string() }) },
  'network.secret_sent': { resourceType: 'network', metadata: ofNetwork.extend({ host, secret: z.string() }) },
  'network.secret_not_sent': {
    resourceType: 'network',
    metadata: ofNetwork.extend({ host, secret: z.string(), reason: z.enum(blockedReasons).optional() }),
  },
  'network.blocked': {
    resourceType: 'network',
    metadata: ofNetwork.extend({ host, port: z.int(), reason: z.enum(blockedReasons) }),
  },
  'network.failed': {
    resourceType: 'network',
    metadata: ofNetwork.extend({ host, port: z.int(), reason: z.enum(blockedReasons) }),
  },
  'network.decided': {
    resourceType: 'network',
    metadata: ofNetwork.extend({ host, port: z.int(), decision: z.enum(['allow', 'deny']) }),
  },
  'network.summary': {
    resourceType: 'network',
    metadata: ofNetwork.extend({ totals: z.array(NetworkTotal).max(256) }),
  },
} as const satisfies Record<string, { resourceType: string; metadata: z.ZodType }>;

export type AuditAction = keyof typeof auditActions;
export type AuditMetadata<Action extends AuditAction> = z.input<(typeof auditActions)[Action]['metadata']>;
