/** Names that say something else in an audit row. */
const reserved = new Set(['api', 'interface', 'cli', 'vault', 'generate']);
const limitCharacters = 64;

/** The name under which an agent's runs and audit rows stand: its own, on one line, never one of ours. */
export function agentName(given: string | undefined): string {
  const name = (given ?? '').toWellFormed().replace(/\p{C}/gu, ' ').trim().slice(0, limitCharacters);
  if (name === '') return 'agent';
  return reserved.has(name.toLowerCase()) ? `agent ${name}` : name;
}
