import { z } from 'zod';
import { NetworkEventData } from '../../src-shared/contracts/network/network-events.ts';
import { type EffectiveRule, networkProtocols } from '../../src-shared/contracts/network/network-rules.ts';
import type { BoundSecret } from './policy.ts';

/**
 * The messages between the daemon and an egress child, as JSON in frames `J` of channel 0. The frames of all other
 * channels are those of the sandbox's relay (resources/sandbox/PROTOCOL.md, "Channels that init opens"), in both
 * directions. Every frame has the header of frames to init: type, channel, length.
 */
const Rule = z.strictObject({
  host: z.string(),
  address: z.string().optional(),
  ports: z.array(z.int()).readonly(),
  protocol: z.enum(networkProtocols),
  methods: z.array(z.string()).readonly().optional(),
  paths: z.array(z.string()).readonly().optional(),
  websocket: z.boolean(),
  onlySecrets: z.boolean(),
  secrets: z.array(z.string()).readonly(),
}) satisfies z.ZodType<EffectiveRule>;

const Secret = z.strictObject({
  name: z.string(),
  placeholder: z.string(),
  value: z.string(),
  locations: z.array(z.strictObject({ host: z.string(), in: z.array(z.string()).readonly() })).readonly(),
}) satisfies z.ZodType<BoundSecret>;

/** Messages to a child. `policy` is the first one, and sent once. */
export const ToChild = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('policy'),
    rules: z.array(Rule).readonly(),
    onBlocked: z.enum(['deny', 'ask']),
    secrets: z.array(Secret).readonly(),
    extraCa: z.string(),
    /** Limit of connections at once. */
    connections: z.int(),
    /** Addresses of name servers (`address` or `address:port`); those of the machine if empty. */
    nameServers: z.array(z.string()).readonly(),
    /** The proxy that connects the hosts. */
    proxy: z.strictObject({ host: z.string(), port: z.int() }).optional(),
  }),
  /** The run has ended: the child closes all connections, reports that, and exits. */
  z.strictObject({ type: z.literal('end') }),
  z.strictObject({ type: z.literal('recorded'), use: z.int(), isRecorded: z.boolean() }),
  z.strictObject({ type: z.literal('decision'), host: z.string(), port: z.int(), isAllowed: z.boolean() }),
]);
export type ToChild = z.infer<typeof ToChild>;
export type PolicyMessage = Extract<ToChild, { type: 'policy' }>;

/** Messages from a child. `booted` is the first one; `ready` answers the policy. */
export const FromChild = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('booted') }),
  /** `ca`: certificate of the run's own authority (PEM); empty if no rule needs it. */
  z.strictObject({ type: z.literal('ready'), ca: z.string().max(4096) }),
  /** A value is about to be sent to a host for the first time. The child waits for `recorded` with the same number. */
  z.strictObject({ type: z.literal('use'), use: z.int(), host: z.string().max(253), secret: z.string().max(128) }),
  z.strictObject({ type: z.literal('event'), event: NetworkEventData }),
  z.strictObject({
    type: z.literal('request'),
    host: z.string().max(253),
    port: z.int(),
    method: z.string().max(32),
    path: z.string().max(2048),
    status: z.int().nullable(),
    secrets: z.array(z.string().max(128)).max(16),
  }),
]);
export type FromChild = z.infer<typeof FromChild>;

/** Frame type of a message. */
export const messageType = 'J';
/** Limit of one message, in bytes. A policy with its secrets and certificates is the longest. */
export const messageCap = 32 * 1024 * 1024;
