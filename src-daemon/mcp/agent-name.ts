/** Names that have another meaning in an audit row. */
const reserved = new Set(['api', 'interface', 'cli', 'vault', 'generate']);
const limitCharacters = 64;

/** Returns the name of an agent for its runs and audit rows: the name it sent, on one line, and never a reserved name. */
export function agentName(given: string | undefined): string {
  const name = (given ?? '').toWellFormed().replace(/\p{C}/gu, ' ').trim().slice(0, limitCharacters);
  if (name === '') return 'agent';
  return reserved.has(name.toLowerCase()) ? `agent ${name}` : name;
}
