/** One event of a stream, numbered; `id` goes out as the SSE id. */
export interface StreamEvent {
  id: number;
  event: string;
  data: unknown;
}
