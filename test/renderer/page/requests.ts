import { vi } from 'vitest';
import { type ErrorCode, errorCatalog } from '../../../src-shared/error-catalog.ts';

/** A request that the page sent. */
export interface SentRequest {
  /** Method and path: `GET /api/v1/drafts/run`. */
  operation: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | undefined;
}

/**
 * Answers the requests of the page in this process, so that a test decides when an answer comes and how a connection
 * breaks. Returns the list of requests, which grows. The tests below test/e2e use a real daemon.
 */
export function answerRequests(answer: (request: SentRequest) => Response | Promise<Response>): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://page.test');
    const request: SentRequest = {
      operation: `${init.method} ${decodeURIComponent(url.pathname)}`,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      signal: init.signal ?? undefined,
    };
    init.signal?.throwIfAborted();
    sent.push(request);
    return answer(request);
  });
  return sent;
}

/** An error answer of the daemon. */
export function refusal(code: ErrorCode, message = `refused: ${code}`, headers: Record<string, string> = {}): Response {
  const body = { error: { code, message, requestId: 'req_test' } };
  return Response.json(body, { status: errorCatalog[code].status, headers });
}

/** The failure of `fetch` when no program answers. */
export const noAnswer = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));

/** An answer whose events a test sends one by one. */
export function eventStream() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (created) => {
      controller = created;
    },
  });
  const write = (bytes: Uint8Array<ArrayBuffer>) => controller?.enqueue(bytes);
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    write,
    send: (event: string, data: unknown, id?: string) => {
      const lines = [...(id === undefined ? [] : [`id: ${id}`]), `event: ${event}`, `data: ${JSON.stringify(data)}`];
      write(encoder.encode(`${lines.join('\n')}\n\n`));
    },
    end: () => controller?.close(),
    breakOff: () => controller?.error(new TypeError('terminated')),
  };
}
