import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const LanguageInfo = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    version: z
      .string()
      .nullable()
      .meta({ description: 'Version that the image reports; null while no image is installed.' }),
    aliases: z.array(z.string()),
    fileExtension: z.string(),
    packageManager: z.string().nullable(),
    packageList: z.string().nullable().meta({
      description: 'Id of the language whose package list is used: its own or a shared one. Null: no package list.',
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
  description: 'All languages with their aliases and versions; `available` is true if a run can start at once.',
  access: 'credential',
  replies: { 200: z.strictObject({ languages: z.array(LanguageInfo) }) },
});
