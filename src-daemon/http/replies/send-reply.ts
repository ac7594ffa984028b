import type { Response } from 'express';
import { z } from 'zod';
import type { EndpointSpec, NonJsonReply } from '../../../src-shared/endpoint.ts';
import { EventStreamReply, FileReply, PreparedReply, StatusReply, TextStreamReply } from '../handler.ts';
import { sendEventStream } from './send-event-stream.ts';
import { sendFile } from './send-file.ts';
import { sendTextStream } from './send-text-stream.ts';

/** Sends what a handler returned, parsed by the operation's own schema, so that nothing undeclared leaves. */
export async function sendReply(response: Response, spec: EndpointSpec, result: unknown): Promise<void> {
  if (result instanceof EventStreamReply) return sendEventStream(response, result, spec.stream?.events ?? z.never());
  const { status, body, headers } =
    result instanceof StatusReply ? result : { status: firstStatus(spec), body: result, headers: {} };
  const reply = spec.replies[status];
  if (reply === undefined) throw new Error(`${spec.method} ${spec.path} declares no answer with status ${status}`);
  for (const [name, value] of Object.entries(spec.replyHeaders?.parse(headers) ?? {}))
    response.setHeader(name, String(value));
  if (body instanceof FileReply) return sendFile(response, body);
  if (body instanceof TextStreamReply) return sendTextStream(response, body);
  if (body instanceof PreparedReply) {
    response.status(status).type('json').send(body.json);
    return;
  }
  if (isJson(reply)) {
    response.status(status).json(reply.parse(body));
    return;
  }
  response.status(status).end();
}

function firstStatus(spec: EndpointSpec): number {
  return Number(Object.keys(spec.replies)[0]);
}

function isJson(reply: z.ZodType | NonJsonReply): reply is z.ZodType {
  return reply instanceof z.ZodType;
}
