/** The parts of a Postman collection (v2.1) that the runner needs. */
interface Pair {
  key: string;
  value: string;
  disabled?: boolean;
}
interface Item {
  item?: Item[];
  request?: {
    method: string;
    url: { path: string[]; query: Pair[]; variable: Pair[] };
    header: Pair[];
    body?: { raw?: string };
  };
}
export interface Collection {
  item: Item[];
}

export interface CollectedRequest {
  /** Method and path with variables, such as `GET /api/v1/executions/:id`. */
  name: string;
  method: string;
  segments: readonly string[];
  query: readonly Pair[];
  variables: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/** Returns the requests of a collection in its order, without the parameters that it disables. */
export function requestsOf({ item }: Collection): CollectedRequest[] {
  return item.flatMap((entry) => [...(entry.item ? requestsOf({ item: entry.item }) : []), ...ownRequest(entry)]);
}

function ownRequest({ request }: Item): CollectedRequest[] {
  if (request === undefined) return [];
  const { method, url, header, body } = request;
  const enabled = ({ disabled }: Pair) => disabled !== true;
  const record = (pairs: readonly Pair[]) => Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
  return [
    {
      name: `${method} /${url.path.join('/')}`,
      method,
      segments: url.path,
      query: url.query.filter(enabled),
      variables: record(url.variable),
      headers: record(header.filter(enabled)),
      body: body?.raw,
    },
  ];
}
