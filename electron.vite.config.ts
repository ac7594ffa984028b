import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { integrityPlugin } from './scripts/build/integrity-plugin.ts';
import { pythonParserPlugin } from './scripts/build/python-parser-plugin.ts';

const root = fileURLToPath(new URL('src-renderer', import.meta.url));
const outDir = fileURLToPath(new URL('out/renderer', import.meta.url));

/** Build of the interface. The daemon serves the result and replaces the nonce in each page that it sends. */
export const renderer: UserConfig = {
  root,
  base: '/',
  plugins: [react({ jsxImportSource: '#visible-jsx' }), tailwind(), pythonParserPlugin(), integrityPlugin()],
  html: { cspNonce: '__CSP_NONCE__' },
  worker: { format: 'es', plugins: () => [pythonParserPlugin()] },
  // The variant for browsers uses the document, which a worker does not have.
  resolve: {
    alias: { 'decode-named-character-reference': below('node_modules/decode-named-character-reference/index.js') },
  },
  server: { host: '127.0.0.1' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'chrome120',
    minify: true,
    manifest: true,
    sourcemap: false,
    // A font cannot have an integrity hash. Inlined in the stylesheet, it is covered by the hash of the stylesheet.
    assetsInlineLimit: (path) => path.endsWith('.woff2'),
    // The page names the one stylesheet: a style that is loaded later would have no integrity hash.
    cssCodeSplit: false,
    // The polyfill would fetch modules itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
};

/**
 * Build options of the shell. The packaged app has no node_modules, so each program is one file that contains its
 * packages.
 */
const shellBuild = { emptyOutDir: true, sourcemap: true, minify: true, reportCompressedSize: false } as const;

/** The shell, on the Node of Electron 33 and later. */
export const main: UserConfig = {
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ...shellBuild,
    ssr: below('src-main/index.ts'),
    target: 'node20',
    outDir: below('out/main'),
    rolldownOptions: { output: { format: 'es', entryFileNames: 'index.js', codeSplitting: false } },
  },
};

/** The preload script. Electron loads only CommonJS in a sandboxed page. */
export const preload: UserConfig = {
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ...shellBuild,
    ssr: below('src-main/preload/index.ts'),
    target: 'node20',
    outDir: below('out/preload'),
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'index.cjs', codeSplitting: false } },
  },
};

export default { main, preload, renderer };

function below(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
