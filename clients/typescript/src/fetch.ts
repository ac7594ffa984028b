/** A function like the `fetch` of the platform. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
