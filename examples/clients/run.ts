import { Strongroom } from '../../clients/typescript/src/index.ts';

const client = new Strongroom();
const result = await client.run({ language: 'bash', code: 'echo from $LANGUAGE', env: { LANGUAGE: 'TypeScript' } });
console.log(result.status, result.stdout.trim());

for await (const event of client.stream({ language: 'bash', code: 'echo one; echo two' }))
  if (event.event === 'stdout') process.stdout.write(event.data.text);
