import type { IncomingMessage } from 'node:http';
import type { FormIndex } from '../../../../../src-shared-node/masking/form-index.ts';
import { canDecode } from '../decoders.ts';
import { itemsOf, valuesOf } from '../header-fields.ts';
import type { HttpLimits } from '../http-limits.ts';
import { Refusal } from '../refusal.ts';
import type { PlacedSecret } from '../secrets/placed-secret.ts';
import { replaceInJson } from '../secrets/replace-in-json.ts';
import { type BodyScan, createBodyScan } from './body-scan.ts';
import type { CheckedRequest } from './check-request.ts';
import { overrideSearches } from './override-search.ts';

/** A body that is ready to be sent. */
export interface PreparedBody {
  /** In bytes; `chunked` if it is not known, undefined if there is no body. */
  length: number | 'chunked' | undefined;
  /** The searched bytes, in order. @throws Refusal; @throws Error if the program has closed its connection */
  chunks: AsyncIterable<Buffer>;
}

export interface BodyContext {
  placeholders: FormIndex | undefined;
  /** Methods that the rule allows; undefined: all. */
  methods: readonly string[] | undefined;
  secrets: readonly PlacedSecret[];
  /** Names of the secrets that the request contains. */
  used: Set<string>;
  limits: HttpLimits;
  /** Called before the first wait for the body, for `Expect: 100-continue`. */
  onRead(): void;
}

/**
 * Replaces the placeholders in a JSON body, and searches the body for others. A body with a short declared length, and
 * JSON in which something can be replaced, are read as a whole first, so that a refused one is not sent at all. Others are
 * searched while they are sent. A coding that cannot be decoded is searched as it is. @throws Refusal
 */
export async function prepareBody(
  request: IncomingMessage,
  checked: CheckedRequest,
  context: BodyContext,
): Promise<PreparedBody> {
  const { placeholders, secrets, used, limits } = context;
  if (checked.body === undefined || checked.body === 0) return { length: checked.body, chunks: noChunks() };
  context.onRead();
  const reader = createBodyReader(request, limits.bodyMs);
  const codings = itemsOf(checked.fields, 'content-encoding').filter((coding) => coding !== 'identity');
  const overrides = context.methods === undefined ? [] : overrideSearches(context.methods, checked.fields);
  const scan = createBodyScan({ placeholders, overrides, codings: canDecode(codings) ? codings : [], limits });
  const isReplaced = codings.length === 0 && isJson(checked) && secrets.some(({ pointers }) => pointers.length > 0);
  if (!isReadFirst(checked.body, { isReplaced, context })) {
    return { length: checked.body, chunks: scanned([], { reader, scan }) };
  }

  const { bytes, isWhole } = await readFirst(reader, limits.replacedBodyBytes);
  if (!isWhole) return { length: checked.body, chunks: scanned(bytes, { reader, scan }) };
  const body = Buffer.concat(bytes);
  const final = (isReplaced ? replaceInJson(body, { secrets, used }) : undefined) ?? body;
  const searched: Buffer[] = [];
  for await (const chunk of scanned([final], { reader: undefined, scan })) searched.push(chunk);
  return { length: final.length, chunks: inOrder(searched) };
}

function isReadFirst(
  length: number | 'chunked',
  { isReplaced, context }: { isReplaced: boolean; context: BodyContext },
): boolean {
  if (length === 'chunked') return isReplaced;
  return (context.placeholders ?? context.methods) !== undefined && length <= context.limits.replacedBodyBytes;
}

function isJson({ fields }: CheckedRequest): boolean {
  const types = valuesOf(fields, 'content-type');
  return types.length === 1 && types[0]?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/** Reads a body up to a limit. If it is longer, the bytes that were read go before the rest. */
async function readFirst(reader: BodyReader, limit: number): Promise<{ bytes: Buffer[]; isWhole: boolean }> {
  const bytes: Buffer[] = [];
  let size = 0;
  for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next()) {
    bytes.push(chunk);
    size += chunk.length;
    if (size > limit) return { bytes, isWhole: false };
  }
  return { bytes, isWhole: true };
}

async function* scanned(
  first: readonly Buffer[],
  { reader, scan }: { reader: BodyReader | undefined; scan: BodyScan },
): AsyncGenerator<Buffer, void, void> {
  for (const chunk of first) yield await scan.push(chunk);
  for (let chunk = await reader?.next(); chunk !== undefined; chunk = await reader?.next())
    yield await scan.push(chunk);
  yield await scan.finish();
}

async function* inOrder(chunks: readonly Buffer[]): AsyncGenerator<Buffer, void, void> {
  yield* chunks;
}

async function* noChunks(): AsyncGenerator<Buffer, void, void> {}

/** Reads the body of a request chunk by chunk, so that the connection can still be answered after an error. */
interface BodyReader {
  /** Returns the next chunk, or undefined at the end. @throws Refusal `timeout`; @throws Error if the program has closed its connection */
  next(): Promise<Buffer | undefined>;
}

function createBodyReader(request: IncomingMessage, bodyMs: number): BodyReader {
  // An iterator that destroys its stream would close the connection before a refusal is sent.
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  return {
    async next() {
      const { promise: tooLate, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Refusal('timeout')), bodyMs);
      const read = chunks.next();
      read.catch(() => {});
      try {
        const { done, value } = await Promise.race([read, tooLate]);
        return done ? undefined : value;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
