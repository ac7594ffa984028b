'use strict';
// Lets Node run TypeScript as tsc and tsx read it: `node --require register.cjs main.ts`, in worker threads and forked
// processes as well. README.md of this folder says what each file does.
const { registerHooks } = require('node:module');
const { compile } = require('./compile.cjs');
const { loadModule } = require('./load.cjs');
const { resolveModule } = require('./resolve.cjs');

registerHooks({ resolve: resolveModule, load: loadModule });

/** Loads the compiler before there is a program. */
function prepare() {
  compile({ path: '/main.ts', source: 'enum A { B }', format: 'commonjs', options: {} });
}

module.exports = { prepare };
