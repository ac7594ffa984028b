import type { z } from 'zod';
import type { ApiClient } from './api-client.ts';
import type { ReceivedEvent } from './event-stream.ts';

/**
 * Returns an event in the form of its schema. Events of a daemon with the version of this command are not checked: creating
 * the schema takes longer than a short run.
 * @throws ZodError
 */
export function eventOf<Schema extends z.ZodType>(
  { target }: Pick<ApiClient, 'target'>,
  schema: Schema,
  { event, data }: ReceivedEvent,
): z.output<Schema> {
  return (target.isSameVersion ? { event, data } : schema.parse({ event, data })) as z.output<Schema>;
}
