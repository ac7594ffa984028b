/** The rules about rights that were in force when an API key was created, as a number (`newestRules`). Existing keys have 0. */
export const keyRules: readonly string[] = ['ALTER TABLE api_keys ADD COLUMN rules INTEGER NOT NULL DEFAULT 0'];
