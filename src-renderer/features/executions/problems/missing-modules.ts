import { plainLine } from '../../../ui/output/terminal-text.ts';

/** A module that a program needs and that is not installed. */
export interface MissingModule {
  module: string;
  /** Name of the package in the index of the language. */
  packageName: string;
  /** True if the package is known to have the module; false if the name is only the same. */
  isKnown: boolean;
}

/** Modules whose package has another name in the Python Package Index. */
const pythonPackages: Readonly<Record<string, string>> = {
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  cairosvg: 'CairoSVG',
  Crypto: 'pycryptodome',
  cv2: 'opencv-python',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  fitz: 'PyMuPDF',
  git: 'GitPython',
  jose: 'python-jose',
  jwt: 'PyJWT',
  magic: 'python-magic',
  MySQLdb: 'mysqlclient',
  nacl: 'PyNaCl',
  OpenSSL: 'pyOpenSSL',
  PIL: 'pillow',
  pptx: 'python-pptx',
  psycopg2: 'psycopg2-binary',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  slugify: 'python-slugify',
  telegram: 'python-telegram-bot',
  yaml: 'PyYAML',
  zmq: 'pyzmq',
};
/** Modules of Python that an installation can lack: no package has them. */
const withoutPackage = new Set([
  'tkinter',
  '_tkinter',
  'turtle',
  'idlelib',
  'distutils',
  'imp',
  'asyncore',
  'asynchat',
]);

const pythonMessage = /No module named '?([A-Za-z_]\w{0,63})/;
const nodeMessage = /Cannot find (?:module|package) '((?:@[a-z0-9][a-z0-9._-]{0,100}\/)?[a-z0-9][a-z0-9._-]{0,100})/;
const lastRows = 300;
const mostModules = 3;

/** Returns the modules that the end of an output names as missing, in the order of the output. */
export function missingModules(language: string, rows: readonly { raw: string }[]): MissingModule[] {
  const find = finderOf(language);
  const found = new Map<string, MissingModule>();
  if (find === undefined) return [];
  for (const { raw } of rows.slice(-lastRows)) {
    // Most rows are skipped without reading their escapes.
    if (!raw.includes('No module named') && !raw.includes('Cannot find')) continue;
    const missing = find(plainLine(raw));
    if (missing !== undefined) found.set(missing.packageName, missing);
    if (found.size === mostModules) break;
  }
  return [...found.values()];
}

function finderOf(language: string): ((line: string) => MissingModule | undefined) | undefined {
  if (language === 'python') return missingInPython;
  return language === 'javascript' || language === 'typescript' ? missingInNode : undefined;
}

function missingInPython(line: string): MissingModule | undefined {
  const module = pythonMessage.exec(line)?.[1];
  if (module === undefined || withoutPackage.has(module)) return undefined;
  const known = Object.hasOwn(pythonPackages, module) ? pythonPackages[module] : undefined;
  return { module, packageName: known ?? module.replaceAll('_', '-'), isKnown: known !== undefined };
}

/** A path, such as `./other.js` or `/work/other.js`, is no package. */
function missingInNode(line: string): MissingModule | undefined {
  const module = nodeMessage.exec(line)?.[1];
  return module === undefined ? undefined : { module, packageName: module, isKnown: false };
}
