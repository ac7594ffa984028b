import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { typedPassword } from '../fields.ts';

/** Kinds of items whose newest state is recorded in a head (docs/audit.md, "Rolled-back items"). */
export const itemKinds = ['secret', 'script', 'api_key'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Reasons why an item is refused. */
export const itemFaults = ['no_head', 'changed', 'older', 'log_broken', 'missing'] as const;
export type ItemFault = (typeof itemFaults)[number];

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'must be the digest from GET /api/v1/items/rolled-back' })
  .meta({ description: 'Digest of the state that was shown, so that no other state is accepted.' });

export const RolledBackItem = z
  .strictObject({
    kind: z.enum(itemKinds),
    id: z.string(),
    name: z.string(),
    version: z.int().meta({ description: 'Current version in the database, or the last version of a missing item.' }),
    fault: z.enum(itemFaults).meta({
      description:
        'no_head: the item is not recorded. changed: it differs from the recorded state. older: a later change is ' +
        'recorded. log_broken: the audit log is damaged after its last change. missing: it is missing, but no deletion ' +
        'is recorded.',
    }),
    digest,
  })
  .meta({ id: 'RolledBackItem' });
export type RolledBackItem = z.infer<typeof RolledBackItem>;

export const listRolledBackItems = defineEndpoint({
  method: 'GET',
  path: '/api/v1/items/rolled-back',
  tag: 'Audit',
  summary: 'List rolled-back items',
  description:
    "The account's secrets, stored scripts and API keys that differ from the state that this daemon last wrote. They are " +
    'refused (409 `item_rolled_back`) until their owner accepts, replaces or deletes them.',
  access: 'audit',
  replies: { 200: z.strictObject({ items: z.array(RolledBackItem) }).meta({ id: 'RolledBackItems' }) },
});

export const acceptItems = defineEndpoint({
  method: 'POST',
  path: '/api/v1/items/accept',
  tag: 'Audit',
  summary: 'Accept rolled-back items',
  description:
    'Accepts the current state of the items, or that they no longer exist, and records this in the audit log. Requires a ' +
    "session and the account's password.",
  access: 'session',
  body: z
    .strictObject({
      password: typedPassword(),
      items: z
        .array(z.strictObject({ kind: z.enum(itemKinds), id: z.string().min(1).max(64), digest }))
        .min(1)
        .max(1000),
    })
    .meta({
      examples: [{ password: 'correct horse battery', items: [{ kind: 'secret', id: '12', digest: 'a3'.repeat(32) }] }],
    }),
  replies: { 200: z.strictObject({ accepted: z.int() }).meta({ id: 'AcceptedItems' }) },
  errors: ['invalid_credentials', 'item_not_found', 'item_rolled_back', 'rate_limited'],
});
