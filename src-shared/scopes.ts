import { z } from 'zod';

/** Permissions of an API key. A session has all of them. */
export const scopes = ['execute', 'secrets', 'packages', 'vault', 'audit', 'generate', 'admin'] as const;
export const Scope = z.enum(scopes).meta({ id: 'Scope' });
export type Scope = z.infer<typeof Scope>;
