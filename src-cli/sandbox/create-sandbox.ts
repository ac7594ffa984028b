import type { z } from 'zod';
import type { CreateSandboxRequest } from '../../src-shared/contracts/sandboxes/create-request.ts';
import {
  createSandbox,
  type Sandbox,
  SandboxCreationEvent,
} from '../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { ApiClient } from '../client/api-client.ts';
import { eventOf } from '../client/event-of.ts';
import type { ReceivedEvent } from '../client/event-stream.ts';
import { followStream, refusalOfEvent } from '../client/follow-stream.ts';
import { sayInstall, sayPackages } from '../execution/say-install.ts';
import { withNetwork } from '../network/explain-refusal.ts';
import type { Reporter } from '../output/reporter.ts';

interface Creation {
  client: ApiClient;
  reporter: Reporter;
  body: z.input<typeof CreateSandboxRequest>;
}

/** Creates a sandbox, and says which packages it waits for. @throws ApiRefusal, CliError */
export async function createSandboxOf(creation: Creation): Promise<Sandbox> {
  const { client, reporter, body } = creation;
  const create = () =>
    body.withPackages === undefined ? client.call(createSandbox, { body }) : createWithPackages(creation);
  const created = await withNetwork({ client, network: body.network }, create);
  if (!reporter.isJson) sayPackages({ reporter }, created.withPackages, 'sandbox');
  return created;
}

function createWithPackages({ client, reporter, body }: Creation): Promise<Sandbox> {
  async function take(received: ReceivedEvent): Promise<Sandbox | undefined> {
    const known = eventOf(client, SandboxCreationEvent, received);
    if (known.event === 'created') return known.data;
    if (known.event === 'error') throw refusalOfEvent(known.data);
    sayInstall({ reporter }, known, { usedBy: 'sandbox' });
    return undefined;
  }

  return followStream({
    start: () => client.stream(createSandbox, { body }),
    // A sandbox whose creator has left is not created.
    resume: () => undefined,
    take,
    lost: 'The daemon closed the stream before the sandbox was created. Send the command again.',
  });
}
