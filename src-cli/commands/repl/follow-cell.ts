import {
  CellEvent,
  type CellResult,
  readCellEvents,
  runCell,
} from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { eventOf } from '../../client/event-of.ts';
import type { ReceivedEvent } from '../../client/event-stream.ts';
import { followStream, refusalOfEvent } from '../../client/follow-stream.ts';

/** The context that runs the cells. */
export interface CellContext {
  client: ApiClient;
  /** Id of the sandbox. */
  id: string;
  /** Id of the context. */
  cid: string;
}

interface Cell {
  code: string;
  /** No limit but the sandbox's own if undefined. */
  timeoutMs: number | undefined;
  onEvent: (event: CellEvent) => Promise<void>;
}

const lost =
  'The daemon closed the stream before the cell had ended. The sandbox may still exist: strongroom sandbox ls.';

/** Runs a cell from its start to its end, and resumes a stream that breaks. @throws ApiRefusal, CliError */
export async function followCell(context: CellContext, { code, timeoutMs, onEvent }: Cell): Promise<CellResult> {
  const { client, id, cid } = context;
  let cell: string | undefined;

  async function take(received: ReceivedEvent): Promise<CellResult | undefined> {
    const event = eventOf(client, CellEvent, received);
    if (event.event === 'started') cell = event.data.id;
    else if (event.event === 'finished') return event.data;
    else if (event.event === 'error') throw refusalOfEvent(event.data);
    await onEvent(event);
    return undefined;
  }

  const body = { code, timeoutMs: timeoutMs ?? sandboxLimits.timeoutMs.max };
  return followStream({
    start: () => client.stream(runCell, { params: { id, cid }, body }),
    resume: (lastEventId) =>
      cell === undefined
        ? undefined
        : client.stream(readCellEvents, { params: { id, cid, cell }, headers: { 'last-event-id': lastEventId } }),
    take,
    lost,
  });
}
