/** A network as the audit log has it: its kind, and the number of its rules. */
export interface NetworkFacts {
  network: 'none' | 'full' | 'rules';
  networkRules?: number;
}

export function networkFacts(network: 'none' | 'full' | { rules: readonly unknown[] }): NetworkFacts {
  return typeof network === 'string' ? { network } : { network: 'rules', networkRules: network.rules.length };
}
