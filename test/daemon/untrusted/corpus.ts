/**
 * Every parser of text that a program, package, model, file, page or client wrote, with what is worst for it. A parser is
 * given each unit, repeated to the size that is measured, with an end that lets it fail.
 */
export interface CorpusEntry {
  /** The source that holds the parser. */
  path: string;
  units: readonly string[];
  /** Loads the parser; what it answers or throws does not matter. */
  load: () => Promise<(text: string) => unknown>;
}

const lines = (text: string) => text.match(/[^\n]{1,2000}/g) ?? [];
const signs = ['a', '/', ' ', '\n', '\r', '"', '\\', '=', '\u2028', 'é'];
const spaced = ['a ', 'a\n', ' a', '\n\n', '\r\n', '# '];

export const corpus: readonly CorpusEntry[] = [
  {
    path: 'src-daemon/engine/java/java-tokens.ts',
    units: [
      ...['\\u', '\\uu', '\\u0041', '\\', '"', '"""', "'", '/*', '//', '/', '{', '}', '({[', 'a ', 'é', '"\\'],
      ...['class A', 'public class ', 'package a.', 'void main(', '{ void main('],
    ],
    load: async () => {
      const { javaFileName, readJavaSource } = await import('../../../src-daemon/engine/java/java-source.ts');
      return (text) => [javaFileName(text), readJavaSource(text)];
    },
  },
  {
    path: 'src-daemon/work/media-type.ts',
    units: ['<!---->', '<?xml >', '<!--', '"', ',"', ',""""', '\r', ' ', 'a,b\n'],
    load: async () => {
      const { mediaTypeOf } = await import('../../../src-daemon/work/media-type.ts');
      return (text) => mediaTypeOf('note.txt', Buffer.from(text));
    },
  },
  ...(['pip', 'npm'] as const).map((manager) => ({
    path: 'src-daemon/packages/install/failure-reasons.ts',
    units: [
      ...['Collecting a\n', 'Collecting ', 'ERR_PNPM_', 'node_modules/', 'Failed to build', 'Could not fetch URL '],
      ...['Could not find a version that satisfies the requirement ', 'WARNING: Retrying ', '(from versions: '],
      ...['ERR_PNPM_FETCH_404\n', 'ERR_PNPM_NO_MATCHING_VERSION\n', ' is not in the npm registry', 'Failed to build\n'],
    ],
    load: async () => {
      const { explainFailure } = await import('../../../src-daemon/packages/install/explain-failure.ts');
      return (text: string) => [
        explainFailure({ manager, fault: 'installer', builds: false }, [text]),
        explainFailure({ manager, fault: 'installer', builds: false }, lines(text)),
      ];
    },
  })),
  {
    path: 'src-daemon/packages/install/tail.ts',
    units: ['a\n', 'aaaaaaaa\n'],
    load: async () => {
      const { createLogLines } = await import('../../../src-daemon/packages/install/log-lines.ts');
      return (text) => {
        const log = createLogLines();
        for (const line of text.split('\n')) log.push(line);
        return log.entries();
      };
    },
  },
  {
    path: 'src-shared-node/masking/masked-forms.ts',
    units: ['é', 'aé"/ ', 'abcdefgh\n', 'a'],
    load: async () => {
      const { createOutputMask } = await import('../../../src-shared-node/masking/output-mask.ts');
      // Values of 64 KiB: as many as there are.
      return (text) => createOutputMask(text.match(/[\s\S]{1,65536}/g) ?? []).prepare();
    },
  },
  {
    path: 'src-shared-node/masking/stream-mask.ts',
    units: ['a', 'secret-', 'secret-secret', 'aaaaaab'],
    load: async () => {
      const { createOutputMask } = await import('../../../src-shared-node/masking/output-mask.ts');
      const mask = createOutputMask(['a'.repeat(30_000), 'secret-secret', `${'secret-'.repeat(2000)}!`]);
      await mask.prepare();
      return (text) => {
        const stream = mask.newStream();
        for (let at = 0; at < text.length; at += 4096) stream.push(text.slice(at, at + 4096));
        return stream.release();
      };
    },
  },
  {
    path: 'src-daemon/core/json-meter.ts',
    units: ['"a', '\\"', 'a'],
    load: async () => {
      const { createJsonMeter } = await import('../../../src-daemon/core/json-meter.ts');
      return (text) => createJsonMeter({ values: 10_000, depth: 64 }).read(Buffer.from(text));
    },
  },
  ...['path', 'content', 'code'].map((field) => ({
    path: 'src-shared/contracts/execute-request.ts',
    units: [...signs, 'a/', '../', '\ud800'],
    load: async () => {
      const { ExecuteRequest } = await import('../../../src-shared/contracts/execute-request.ts');
      const isOfFile = field === 'path' || field === 'content';
      return (text: string) => {
        const file = { path: 'a', content: '', encoding: 'base64', ...(isOfFile && { [field]: text }) };
        const body = { language: 'bash', code: '', files: [file], args: [text], env: { [text]: text, A: text } };
        return ExecuteRequest.safeParse({ ...body, ...(!isOfFile && { [field]: text }) });
      };
    },
  })),
  {
    path: 'src-shared/contracts/providers.contract.ts',
    units: [...signs, 'http://', 'http://a/', 'http://a@'],
    load: async () => {
      const { ProviderInput } = await import('../../../src-shared/contracts/providers.contract.ts');
      return (text) => ProviderInput.safeParse({ baseUrl: text, model: text, apiKey: text });
    },
  },
  {
    path: 'src-shared/contracts/packages.contract.ts',
    units: ['a', 'a-', '-', '@a/', '.', '>=1,', '1.', '==', '^1 ||'],
    load: async () => {
      const { PackageSpec } = await import('../../../src-shared/contracts/packages.contract.ts');
      return (text) => PackageSpec.safeParse({ language: text, name: text, version: text });
    },
  },
  {
    path: 'src-shared/formats/dot-env/dot-env.ts',
    units: [...signs, ...spaced, 'A=', 'A="', "A='\n", 'export ', 'A=`\n', 'A="\n'],
    load: async () => {
      const { parseDotEnv } = await import('../../../src-shared/formats/dot-env/dot-env.ts');
      return parseDotEnv;
    },
  },
  {
    path: 'src-shared/formats/file-language.ts',
    units: [...signs, '#!', '.a', '.1', '/usr/bin/env '],
    load: async () => {
      const { interpreterOf, languageOfFile } = await import('../../../src-shared/formats/file-language.ts');
      return (text) => [interpreterOf(`#!${text}`), languageOfFile([], { name: text, code: text })];
    },
  },
  {
    path: 'src-shared/formats/visible-text.ts',
    units: ['a', '\r', '\u001b', '\u202e', '👩\u200d', '\ud800', '\u0915\u200c'],
    load: async () => {
      const { visibleJson, visibleLine, visibleText } = await import('../../../src-shared/formats/visible-text.ts');
      return (text) => [visibleText(text), visibleLine(text), visibleJson(text)];
    },
  },
  {
    path: 'src-daemon/generation/answer/fence-scanner.ts',
    units: [
      ...spaced,
      '`',
      '~',
      '```\n',
      '```a\n',
      '`\u2028',
      '"code":',
      '{"code":"a',
      '\\u0061',
      '<think>',
      '</think>',
    ],
    load: async () => {
      const { createAnswerReader } = await import('../../../src-daemon/generation/answer/answer-reader.ts');
      return (text) => {
        const reader = createAnswerReader({
          classifyTag: () => 'requested',
          onCode: () => {},
          onExplanation: () => {},
        });
        for (let at = 0; at < text.length; at += 512) reader.content(text.slice(at, at + 512));
        return reader.finish();
      };
    },
  },
  {
    path: 'src-daemon/packages/install/pip-configuration.ts',
    units: [...signs, ...spaced, 'a = b\n', '[a]\n', ' a\n', 'a:', '='],
    load: async () => {
      const { parsePipConfiguration } = await import('../../../src-daemon/packages/install/pip-configuration.ts');
      return parsePipConfiguration;
    },
  },
  {
    path: 'src-daemon/packages/layers/certificates.ts',
    units: ['-----BEGIN CERTIFICATE-----', '-----BEGIN CERTIFICATE-----a', '-----END CERTIFICATE-----', 'A'],
    load: async () => {
      const { readCertificates } = await import('../../../src-daemon/packages/layers/certificates.ts');
      const [{ writeFileSync }, { join }, { tmpdir }] = await Promise.all([
        import('node:fs'),
        import('node:path'),
        import('node:os'),
      ]);
      return (text) => {
        const path = join(tmpdir(), `certificates-${process.pid}.pem`);
        writeFileSync(path, text);
        return readCertificates(path);
      };
    },
  },
  {
    path: 'src-daemon/engine/embedded/installer/metadata.ts',
    units: [...spaced, 'Requires-Dist: a\n', 'a: b\n c\n', '\r\n ', 'Name: '],
    load: async () => {
      const { readMetadata } = await import('../../../src-daemon/engine/embedded/installer/metadata.ts');
      return readMetadata;
    },
  },
  {
    path: 'src-daemon/engine/embedded/installer/listing.ts',
    units: ['<a href="a.whl">', '<a', '<', '<a href=', '&', '<!--'],
    load: async () => {
      const { loadHtmlReader } = await import('../../../src-daemon/engine/embedded/installer/listing.ts');
      const readHtmlListing = await loadHtmlReader();
      return (text) => readHtmlListing(text, new URL('http://127.0.0.1/a/'));
    },
  },
  {
    path: 'src-daemon/engine/embedded/installer/wheel-name.ts',
    units: ['-', '_.', 'a-', 'py3.', '.'],
    load: async () => {
      const { normalProject, parseWheelName } = await import(
        '../../../src-daemon/engine/embedded/installer/wheel-name.ts'
      );
      return (text) => [normalProject(text), parseWheelName(`${text}.whl`)];
    },
  },
  ...['read-requirements', 'read-package-json', 'requirement', 'marker'].map((file) => ({
    path: `src-shared/formats/requirements/${file}.ts`,
    units: [
      ...spaced,
      'a --b\n',
      ' ;',
      ' #',
      '\\\n',
      'a==1\n',
      ' @ ',
      '[a',
      '-_',
      'a; (',
      ' --hash=sha256:a',
      '"a": "1",\n',
    ],
    load: async () => {
      const { readPackageList } = await import('../../../src-shared/formats/requirements/read-package-list.ts');
      return (text: string) => [
        readPackageList('pip', text, { markers: {} }),
        readPackageList('npm', text, { markers: {} }),
        readPackageList('npm', `{"dependencies":{"a":"1"}, ${text}`, { markers: {} }),
      ];
    },
  })),
  {
    path: 'src-renderer/features/packages/package-changes.ts',
    units: [...spaced, '-_', '@', '==', 'a.'],
    load: async () => {
      const { normalizedName } = await import('../../../src-renderer/features/packages/package-changes.ts');
      return (text) => normalizedName(text);
    },
  },
  {
    path: 'src-renderer/ui/output/terminal-text.ts',
    units: ['\u001b', '\u001b]', '\u001b[', '\u001b[0', '\u001b[0 ', '\u001b[1m', '\u001bP', ';', '\r', '\b'],
    load: async () => {
      const { plainLine, readTerminalLine, styleAfter } = await import(
        '../../../src-renderer/ui/output/terminal-text.ts'
      );
      const { rowLimit } = await import('../../../src-renderer/ui/output/output-log.ts');
      // The log cuts its rows.
      const rows = new RegExp(`[\\s\\S]{1,${rowLimit}}`, 'g');
      return (text) =>
        (text.match(rows) ?? []).map((row) => [plainLine(row), readTerminalLine(row, ''), styleAfter('', row)]);
    },
  },
];
