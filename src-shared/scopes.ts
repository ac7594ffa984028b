import { z } from 'zod';

/** What an API key may do; a session may do all of it. */
export const scopes = ['execute', 'secrets', 'packages', 'vault', 'audit', 'generate', 'admin'] as const;
export const Scope = z.enum(scopes).meta({ id: 'Scope' });
export type Scope = z.infer<typeof Scope>;
