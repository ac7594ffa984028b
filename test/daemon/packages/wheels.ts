import { crc32, gzipSync } from 'node:zlib';
import { tarEnd, tarHeader, tarPadding } from '../../../src-daemon/engine/docker/images/tar.ts';

export interface PythonPackage {
  name: string;
  version: string;
  /** `name==1.0`, as its metadata says. */
  requires?: string[];
  /** By path; the module `<name>.py` unless given. */
  files?: Record<string, string | Uint8Array>;
  /** Platform tag in the file name; `py3-none-any` if absent. */
  tag?: string;
  /** Further lines of its metadata. */
  metadata?: string[];
}

export interface BuiltFile {
  fileName: string;
  content: Buffer;
  /** The text of its METADATA, where it is a wheel. */
  metadata?: string;
}

/** A wheel (PyPA, binary distribution format): its file name and bytes. */
export function buildWheel(made: PythonPackage): BuiltFile & { metadata: string } {
  const { name, version, requires = [], tag = 'py3-none-any' } = made;
  const info = `${name}-${version}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...requires.map((line) => `Requires-Dist: ${line}`),
    ...(made.metadata ?? []),
    '',
  ].join('\n');
  const files: Record<string, string | Uint8Array> = {
    ...(made.files ?? { [`${name}.py`]: `VERSION = "${version}"\n` }),
    [`${info}/METADATA`]: metadata,
    [`${info}/WHEEL`]: `Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: ${tag}\n`,
  };
  files[`${info}/RECORD`] = [...Object.keys(files), `${info}/RECORD`].map((path) => `${path},,\n`).join('');
  return { fileName: `${name}-${version}-${tag}.whl`, content: zip(files), metadata };
}

/** A source distribution whose own build backend is the given program. */
export function buildSourceDistribution(made: { name: string; version: string; backend: string }): BuiltFile {
  const folder = `${made.name}-${made.version}`;
  const files = {
    'pyproject.toml': '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
    'backend.py': made.backend,
    'PKG-INFO': `Metadata-Version: 2.1\nName: ${made.name}\nVersion: ${made.version}\n`,
  };
  const entries = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const header = tarHeader({ path: `${folder}/${path}`, mode: 0o644, size: content.length });
    return [header, content, tarPadding(content.length)];
  });
  return { fileName: `${folder}.tar.gz`, content: gzipSync(Buffer.concat([...entries, tarEnd()])) };
}

/** A zip archive without compression (APPNOTE.TXT, 4.3). */
function zip(files: Record<string, string | Uint8Array>): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const content = Buffer.from(text as string);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, content]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(0o100644 * 65536, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, facts, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(centrals.length, 4);
  end.writeUInt16LE(centrals.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
