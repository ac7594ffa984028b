import { createDisposals } from '../../disposals.ts';
import { findLanguage, type Language, type LanguageFamily, languages } from '../../languages/languages.ts';
import { createStartWait } from '../../queue/start-wait.ts';
import { runInNewSandbox } from '../run/run-in-new-sandbox.ts';
import type { ImageContext } from '../sandbox/boot-sandbox.ts';

const limitMs = 60_000;

/**
 * Runs the version commands of a family in a sandbox of an image. Returns the versions by language id.
 * @throws Error if one of them reports no version, so the image is not usable
 */
export async function readVersions(
  image: Omit<ImageContext, 'disposals'>,
  family: LanguageFamily,
): Promise<Record<string, string>> {
  const asked = languages.filter((language) => language.family === family);
  const disposals = createDisposals();
  const output: Buffer[] = [];
  const signal = AbortSignal.timeout(limitMs);
  const record = await runInNewSandbox(
    { ...image, disposals },
    {
      language: findLanguage('bash') as Language,
      job: {
        id: 'versions',
        language: 'bash',
        code: asked.map(({ id, versionCommand }) => `echo "${id}=$(${versionCommand} 2>&1 | head -n 1)"`).join('\n'),
        stdin: new Uint8Array(),
        args: [],
        env: {},
        files: [],
        timeoutMs: limitMs,
        memoryMb: 512,
        network: 'none',
      },
      hooks: { onOutput: (_stream, chunk) => output.push(Buffer.from(chunk)), signal },
      wait: createStartWait(undefined, signal),
    },
  );
  await disposals.settled();
  if (record.ending.kind !== 'status') throw new Error('The new sandbox image does not run.');
  return Object.fromEntries(asked.map((language) => [language.id, versionIn(Buffer.concat(output), language)]));
}

function versionIn(output: Buffer, language: Language): string {
  const line = output.toString('utf8').match(new RegExp(`^${language.id}=(.*)$`, 'm'))?.[1] ?? '';
  const version = line.match(/[\d.]+/g)?.find((word) => /^\d+\.\d/.test(word));
  if (version === undefined) throw new Error(`${language.name} of the new sandbox image does not report its version.`);
  return version;
}
