import type { InlineConfig } from 'vite';

/** How a program for the pinned Node is bundled: our own code in one file, the packages stay in node_modules. */
export function daemonBuild(name: string, entry: string): InlineConfig {
  return {
    publicDir: false,
    build: {
      ssr: entry,
      target: 'node24',
      outDir: `out/${name}`,
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      // One file a bundle: a daemon that runs while out/ is rebuilt has nothing left to load.
      rolldownOptions: { output: { entryFileNames: 'index.js', codeSplitting: false } },
    },
  };
}
