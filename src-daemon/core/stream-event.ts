/** One event of a stream; `id` is its number and is sent as the SSE id. */
export interface StreamEvent {
  id: number;
  event: string;
  data: unknown;
}
