import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { typedPassword } from '../fields.ts';

/** What has a head: the record of its newest state (docs/audit.md, "Rolled-back items"). */
export const itemKinds = ['secret', 'script', 'api_key'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Why an item is refused. */
export const itemFaults = ['no_head', 'changed', 'older', 'log_broken', 'missing'] as const;
export type ItemFault = (typeof itemFaults)[number];

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'must be the digest from GET /api/v1/items/rolled-back' })
  .meta({ description: 'Of the state that was shown, so that nothing else is accepted.' });

export const RolledBackItem = z
  .strictObject({
    kind: z.enum(itemKinds),
    id: z.string(),
    name: z.string(),
    version: z.int().meta({ description: 'The version that is in the database now, or was the last one.' }),
    fault: z.enum(itemFaults).meta({
      description:
        'no_head: nothing records it. changed: it is not what was recorded. older: a later change of it is recorded. ' +
        'log_broken: the audit log after its last change is not whole. missing: it was not deleted here, and is gone.',
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
    "The account's secrets, stored scripts and API keys that are not as they were last written here. They are refused " +
    '(409 `item_rolled_back`) until their owner accepts, replaces or deletes them.',
  access: 'audit',
  replies: { 200: z.strictObject({ items: z.array(RolledBackItem) }).meta({ id: 'RolledBackItems' }) },
});

export const acceptItems = defineEndpoint({
  method: 'POST',
  path: '/api/v1/items/accept',
  tag: 'Audit',
  summary: 'Accept rolled-back items',
  description:
    "Accepts the present state of the items, or that they are gone; recorded in the audit log. Needs the account's " +
    'password, and a session.',
  access: 'session',
  body: z.strictObject({
    password: typedPassword(),
    items: z
      .array(z.strictObject({ kind: z.enum(itemKinds), id: z.string().min(1).max(64), digest }))
      .min(1)
      .max(1000),
  }),
  replies: { 200: z.strictObject({ accepted: z.int() }).meta({ id: 'AcceptedItems' }) },
  errors: ['invalid_credentials', 'item_not_found', 'item_rolled_back', 'rate_limited'],
});
