/** Modules whose package has another name in the Python Package Index. */
const packages: Readonly<Record<string, string>> = {
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
export const withoutPackage: ReadonlySet<string> = new Set([
  'tkinter',
  '_tkinter',
  'turtle',
  'idlelib',
  'distutils',
  'imp',
  'asyncore',
  'asynchat',
]);

/** Returns the package that is known to have a module; undefined for all others. */
export function packageOfModule(module: string): string | undefined {
  return Object.hasOwn(packages, module) ? packages[module] : undefined;
}
