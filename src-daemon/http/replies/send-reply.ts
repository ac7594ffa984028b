import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { z } from 'zod';
import type { EndpointSpec, NonJsonReply } from '../../../src-shared/endpoint.ts';
import { createBufferCollector } from '../../core/collect-garbage.ts';
import type { AccountMemory } from '../../core/memory/ledger.ts';
import { EventStreamReply, FileReply, PreparedReply, StatusReply, TextStreamReply } from '../handler.ts';
import { sendEventStream } from './send-event-stream.ts';
import { sendFile } from './send-file.ts';

/** An answer of at most this size is sent without a look at the ledger. */
const smallBytes = 16 * 1024;

const collectBuffers = createBufferCollector();

interface Sending {
  response: Response;
  spec: EndpointSpec;
  /** The result of the handler. */
  result: unknown;
  /** Counts what waits for the client; absent without an account. */
  memory?: AccountMemory | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Sends what a handler returned, parsed by the operation's own schema, so that nothing undeclared leaves.
 * @throws AppError `account_memory_full` for an answer that has no room
 */
export async function sendReply({ response, spec, result, memory, signal }: Sending): Promise<void> {
  if (result instanceof EventStreamReply)
    return sendEventStream(response, result, { schema: spec.stream?.events ?? z.never(), memory, signal });
  const { status, body, headers } =
    result instanceof StatusReply ? result : { status: firstStatus(spec), body: result, headers: {} };
  const reply = spec.replies[status];
  if (reply === undefined) throw new Error(`${spec.method} ${spec.path} declares no answer with status ${status}`);
  for (const [name, value] of Object.entries(spec.replyHeaders?.parse(headers) ?? {}))
    response.setHeader(name, String(value));
  if (body instanceof FileReply) {
    if (body.file.content instanceof Uint8Array) memory?.require(body.file.content.length);
    return sendFile(response, body);
  }
  if (body instanceof TextStreamReply) return sendTextStream(response, body);
  if (body instanceof PreparedReply) return sendJson(response, { status, json: body.json });
  if (isJson(reply)) {
    const json = Buffer.from(JSON.stringify(reply.parse(body)));
    // Its text and the values that it was made of.
    collectBuffers(2 * json.length);
    // A read can be repeated. Work cannot, so its answer waits.
    if (spec.method === 'GET') memory?.require(json.length);
    else if (json.length > smallBytes) await memory?.whenFree(json.length, signal).catch(unlessClosed(response));
    return sendJson(response, { status, json });
  }
  response.status(status).end();
}

/** A client that has disconnected gets no error. */
function unlessClosed(response: Response): (error: unknown) => void {
  return (error) => {
    if (!response.destroyed) throw error;
  };
}

function sendJson(response: Response, { status, json }: { status: number; json: Buffer }): void {
  response.status(status).type('json').send(json);
}

function firstStatus(spec: EndpointSpec): number {
  return Number(Object.keys(spec.replies)[0]);
}

function isJson(reply: z.ZodType | NonJsonReply): reply is z.ZodType {
  return reply instanceof z.ZodType;
}

/** Sends text as a download while it is generated, at the pace of the client. A disconnect stops the generation. */
async function sendTextStream(response: Response, { text }: TextStreamReply): Promise<void> {
  response.status(200).set({
    'Content-Type': `${text.mediaType}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${text.fileName}"`,
  });
  try {
    await pipeline(Readable.from(text.chunks), response);
  } catch (error) {
    if (!response.destroyed || !isClosed(error)) throw error;
  }
}

/** Returns true for the error of a pipeline whose client closed the connection. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
