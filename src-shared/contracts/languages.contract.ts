import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const LanguageInfo = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    version: z.string().nullable().meta({ description: 'As its image reports it; null until there is one.' }),
    aliases: z.array(z.string()),
    fileExtension: z.string(),
    packageManager: z.string().nullable(),
    packageList: z.string().nullable().meta({
      description: 'The language whose package list it has, by id: its own or one that it shares. Null: it has none.',
    }),
    available: z.boolean(),
  })
  .meta({ id: 'Language' });
export type LanguageInfo = z.infer<typeof LanguageInfo>;

export const listLanguages = defineEndpoint({
  method: 'GET',
  path: '/api/v1/languages',
  tag: 'Executions',
  summary: 'List languages',
  access: 'credential',
  replies: { 200: z.strictObject({ languages: z.array(LanguageInfo) }) },
});
