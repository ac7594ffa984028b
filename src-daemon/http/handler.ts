import type { z } from 'zod';
import type { EndpointSpec, StreamedText } from '../../src-shared/endpoint.ts';
import type { Actor, Client } from '../core/actor.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { BodyStream } from './requests/body-stream.ts';
import type { RequestCredentials } from './requests/credentials.ts';

/** An answer that is a stream of events, ended by its iterator, by the client or with the credential of its request. */
export class EventStreamReply {
  readonly events: AsyncIterable<StreamEvent>;
  /** True if the iterator ends the stream when the credential ends. */
  readonly endsItself: boolean;
  constructor(events: AsyncIterable<StreamEvent>, { endsItself = false } = {}) {
    this.events = events;
    this.endsItself = endsItself;
  }
}

/** Content that is sent while it is read. */
export interface StreamedContent {
  /** Exactly this many bytes are sent; a source with fewer breaks the connection. */
  sizeBytes: number;
  chunks: AsyncIterable<Uint8Array>;
}

/** An answer that is a file to be saved, never shown. */
export class FileReply {
  readonly file: { name: string; mediaType: string; content: Uint8Array | StreamedContent };
  constructor(file: FileReply['file']) {
    this.file = file;
  }
}

/** An answer that is text of any length, made while it is sent. */
export class TextStreamReply {
  readonly text: { fileName: string; mediaType: string; chunks: AsyncIterable<string> };
  constructor(text: TextStreamReply['text']) {
    this.text = text;
  }
}

/** JSON that was made once, for an answer that is always the same. */
export class PreparedReply {
  readonly json: Buffer;
  constructor(value: object) {
    this.json = Buffer.from(JSON.stringify(value));
  }
}

/** A success with a status of its own, or with the headers that the operation declares. */
export class StatusReply<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: Body, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type BodyOf<Reply> = Reply extends z.ZodType
  ? z.input<Reply> | PreparedReply
  : Reply extends 'file'
    ? FileReply
    : Reply extends StreamedText
      ? TextStreamReply
      : // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing returns void
        void;
type AnyBody<Spec extends EndpointSpec> = BodyOf<Spec['replies'][keyof Spec['replies']]>;
type Streamed<Spec extends EndpointSpec> = Spec extends { stream: object } ? EventStreamReply : never;
type Result<Spec extends EndpointSpec> = AnyBody<Spec> | StatusReply<AnyBody<Spec>> | Streamed<Spec>;

export interface HandlerInput<Spec extends EndpointSpec = EndpointSpec> {
  actor: Spec['access'] extends 'open' | 'refresh' | 'token' ? undefined : Actor;
  params: Output<Spec['params']>;
  query: Output<Spec['query']>;
  body: Spec['body'] extends 'bytes' ? BodyStream : Output<Spec['body']>;
  headers: Output<Spec['headers']>;
  client: Client;
  /** Aborted when the client disconnects before the reply is complete. */
  signal: AbortSignal;
  /** The client asked for `text/event-stream`, by its header or by the path. */
  requestsStream: boolean;
  /** From `Last-Event-ID`; 0 if absent. */
  lastEventId: number;
  /** The credentials of the request, for an operation that checks them itself. */
  credentials: RequestCredentials;
}

export type Handler<Spec extends EndpointSpec> = (input: HandlerInput<Spec>) => Result<Spec> | Promise<Result<Spec>>;

/** One handler for each operation of a contract: a missing one does not compile. */
export type Handlers<Specs extends Record<string, EndpointSpec>> = { [Name in keyof Specs]: Handler<Specs[Name]> };
