/**
 * The generators, and a program of a user for each. The program runs code and prints its output as JSON, without a cast and
 * without `any`: it compiles only if the generated types have `stdout`.
 */
export interface Generator {
  name: string;
  /** Arguments of the package's command, in a folder with openapi.json. */
  command: [string, ...string[]];
  /** Further files in the folder. */
  files?: Record<string, string>;
  session: string;
}

const run = "{ language: 'python', code: 'print(6 * 7)' }";
const start = `const [baseUrl = '', key = ''] = process.argv.slice(2);
const headers = { 'x-api-key': key };
`;
const end = 'console.log(JSON.stringify({ stdout, code, events }));\n';

/** Returns the programs for a daemon at an address, because orval writes the address into its client. */
export function generatorsFor(url: string): Generator[] {
  return [
    {
      name: 'orval',
      command: ['orval', '--config', 'orval.config.mjs'],
      files: {
        'orval.config.mjs': `export default { strongroom: { input: './openapi.json', output: {
          target: './orval.ts', client: 'fetch', baseUrl: '${url}' } } };`,
      },
      session: `import { getExecutions, postExecute, postExecuteStream } from './orval';
${start}const answer = await postExecute(${run}, { headers });
if (answer.status !== 200) throw new Error(answer.data.error.message);
const stdout: string = answer.data.stdout;
const refused = await postExecute({ language: 'cobol', code: '' }, { headers });
const code = refused.status === 200 ? undefined : refused.data.error.code;
// Its streams are text: the caller parses them.
const { data } = await postExecuteStream(${run}, { headers });
const events = String(data).split('\\n').filter((line) => line.startsWith('event: ')).map((line) => line.slice(7));
if (baseUrl === '' || (await getExecutions({}, { headers })).status !== 200) throw new Error('no history');
${end}`,
    },
    {
      name: '@hey-api/openapi-ts',
      command: ['openapi-ts', '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch', '--no-log-file'],
      session: `import { getExecutions, postExecute, postExecuteStream } from './hey';
import { client } from './hey/client.gen';
${start}client.setConfig({ baseUrl, headers });
const { data: answer, error } = await postExecute({ body: ${run} });
if (answer === undefined) throw new Error(error.error.message);
const stdout: string = answer.stdout;
const { error: refusal } = await postExecute({ body: { language: 'cobol', code: '' } });
const code = refusal?.error.code;
const events: (string | undefined)[] = [];
const onSseEvent = ({ event }: { event?: string }) => void events.push(event);
const { stream } = await postExecuteStream({ body: ${run}, onSseEvent, sseMaxRetryAttempts: 1 });
for await (const _ of stream);
const { data: page } = await getExecutions({ query: { limit: 5 } });
if (page?.executions[0]?.stdout !== stdout) throw new Error('no history');
${end}`,
    },
    {
      name: 'swagger-typescript-api',
      command: ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'swagger', '-n', 'api.ts'],
      session: `import { Api, type Error as Refusal } from './swagger/api';
${start}const { api } = new Api({ baseUrl, baseApiParams: { headers } });
const stdout: string = (await api.postExecute(${run})).data.stdout;
const code = await api.postExecute({ language: 'cobol', code: '' }).then(
  () => undefined,
  ({ error }: { error: Refusal }) => error.error.code,
);
// It gives the response of a stream to the caller, who reads it.
const response = await api.postExecuteStream(${run});
const events = (await response.text())
  .split('\\n').filter((line) => line.startsWith('event: ')).map((line) => line.slice(7));
const { executions } = (await api.getExecutions({ limit: 5 })).data;
if (executions[0]?.stdout !== stdout) throw new Error('no history');
${end}`,
    },
  ];
}
