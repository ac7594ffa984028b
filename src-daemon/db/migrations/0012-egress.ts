/**
 * Network rules. `hosts` of a secret is a JSON list of hosts with places; `network_hosts` of an API key is a JSON list of
 * host patterns; `network` of a revision is the JSON of its rules; `network` of a run is its sealed report.
 */
export const egress: readonly string[] = [
  'ALTER TABLE secrets ADD COLUMN hosts TEXT',
  'ALTER TABLE secrets ADD COLUMN placeholder_prefix TEXT',
  'ALTER TABLE api_keys ADD COLUMN network_hosts TEXT',
  'ALTER TABLE encrypted_code_revisions ADD COLUMN network TEXT',
  'ALTER TABLE executions ADD COLUMN network BLOB',
];
