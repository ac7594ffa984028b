/** Where each run was executed. Earlier versions had no engine elsewhere. */
export const runLocations: readonly string[] = [
  "ALTER TABLE executions ADD COLUMN place TEXT NOT NULL DEFAULT 'machine'",
];
