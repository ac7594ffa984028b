/**
 * Returns the URL of an operation: fills in `:name` and `*name` and appends the query.
 * `fillPath('/runs/:id', { id: 'a b' }, { limit: 5 })` is `/runs/a%20b?limit=5`.
 */
export function fillPath(template: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = template.replace(/([:*])(\w+)/g, (_, kind: string, name: string) => {
    const value = values.get(name);
    const parts = Array.isArray(value) ? value.map(String) : [String(value)];
    return kind === '*' ? parts.map(encodeURIComponent).join('/') : encodeURIComponent(parts.join('/'));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}
