import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const eventLimits = { watchesOfStream: 64, watchesOfAccount: 256, streamsOfAccount: 32 } as const;

const watchIdCharacters = 22;

const WatchId = z
  .string()
  .length(watchIdCharacters)
  .meta({ description: '128 random bits in base64url. It identifies a session to the clients that know the id.' });

/** Why a session has ended. */
export const sessionEndReasons = [
  'logged_out',
  'locked',
  'revoked',
  'password_changed',
  'account_deleted',
  'expired',
  'reused',
  'unexpected_stop',
] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

const Connected = z.strictObject({
  event: z.literal('connected'),
  data: z.strictObject({ watchIds: z.array(WatchId).meta({ description: 'The valid watch ids of the request.' }) }),
});

const SessionEnded = z.strictObject({
  event: z.literal('session_ended'),
  data: z.strictObject({ watchId: WatchId, reason: z.enum(sessionEndReasons) }),
});

/** Event of the daemon: it says that something has changed, and never contains the data. */
export const DaemonEvent = z.discriminatedUnion('event', [Connected, SessionEnded]).meta({ id: 'DaemonEvent' });
export type DaemonEvent = z.infer<typeof DaemonEvent>;

export const watchSession = defineEndpoint({
  method: 'POST',
  path: '/api/v1/events/watches',
  tag: 'Events',
  summary: 'Watch the session',
  description:
    'Returns the watch id of the session that asks, the same one each time. `GET /api/v1/events` reports under this id ' +
    'that the session has ended, and nothing else of it. The id is valid until the session ends or the daemon stops.',
  access: 'session',
  replies: { 200: z.strictObject({ watchId: WatchId }).meta({ id: 'SessionWatch' }) },
  errors: ['rate_limited'],
});

export const readEvents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/events',
  tag: 'Events',
  summary: 'Follow the events',
  description:
    'Reports at once which of the watch ids are valid (`connected`), then each of their sessions that ends ' +
    '(`session_ended`), also one that ended up to 10 minutes before. One stream serves several windows: each asks for ' +
    'its own watch id, and one of them opens the stream with its own credential. The stream closes when the session ' +
    `of that credential ends. An account has at most ${eventLimits.streamsOfAccount} of these streams.`,
  access: 'session',
  query: z.strictObject({
    watch: z
      .string()
      .max(eventLimits.watchesOfStream * (watchIdCharacters + 1) - 1)
      .transform((ids) => ids.split(','))
      .pipe(z.array(WatchId).max(eventLimits.watchesOfStream))
      .meta({
        override: { type: 'string' },
        description: `Up to ${eventLimits.watchesOfStream} watch ids, separated by commas.`,
      })
      .optional(),
  }),
  replies: { 200: 'empty' },
  stream: { events: DaemonEvent, always: true },
  errors: ['rate_limited'],
});
