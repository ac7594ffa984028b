/**
 * Replaces `$(NAME)` as a kubelet does in arguments and values of variables. `$$` stands for `$`, and an unknown name stays.
 */
export function expandReferences(text: string, variables: ReadonlyMap<string, string>): string {
  let expanded = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    const end = char === '$' && next === '(' ? text.indexOf(')', at) : -1;
    if (char === '$' && next === '$') {
      expanded += '$';
      at++;
    } else if (end >= 0) {
      const reference = text.slice(at, end + 1);
      expanded += variables.get(reference.slice('$('.length, -1)) ?? reference;
      at = end;
    } else expanded += char;
  }
  return expanded;
}

/** Variables that every container has. `enableServiceLinks: false` does not remove them. */
const ofEveryContainer = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };

/** Returns the variables of a container. The value of one may refer to those before it. */
export function expandVariables(env: readonly { name: string; value?: string }[]): Map<string, string> {
  const variables = new Map(Object.entries(ofEveryContainer));
  for (const { name, value = '' } of env) variables.set(name, expandReferences(value, variables));
  return variables;
}
