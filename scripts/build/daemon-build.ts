import type { InlineConfig } from 'vite';

/** Returns the build of a program for the pinned Node: our own code in one file; the packages stay in node_modules. */
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
      // One file for each bundle: a daemon that runs while out/ is rebuilt loads no other file.
      rolldownOptions: { output: { entryFileNames: 'index.js', codeSplitting: false } },
    },
  };
}
