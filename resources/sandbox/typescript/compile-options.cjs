'use strict';
// The options of swc for one file, from those of tsconfig.json that change what a program does.
const { pathToFileURL } = require('node:url');

/** Without `target`, tsc defines fields as the language does. Older targets assign them. */
const assigning = /^es(?:3|5|6|20(?:1\d|2[01]))$/i;

/** @param {{ path: string, format: 'commonjs' | 'module', options: Record<string, any> }} input */
function compileOptions({ path, format, options }) {
  const isTypeScript = /\.[cm]?tsx?$/.test(path);
  const hasJsx = /x$/.test(path);
  return {
    filename: path,
    sourceFileName: pathToFileURL(path).href,
    sourceMaps: 'inline',
    inlineSourcesContent: false,
    isModule: true,
    swcrc: false,
    configFile: false,
    jsc: {
      target: 'esnext',
      parser: isTypeScript
        ? { syntax: 'typescript', tsx: hasJsx, decorators: true }
        : { syntax: 'ecmascript', jsx: true, decorators: true },
      transform: transformOf(options, hasJsx),
      // Node's functions show their own code, and errors their names.
      keepClassNames: true,
    },
    module: format === 'commonjs' ? { type: 'commonjs', ignoreDynamic: true } : { type: 'es6' },
  };
}

function transformOf(options, hasJsx) {
  const isLegacy = options.experimentalDecorators === true;
  const definesFields = options.useDefineForClassFields ?? !assigning.test(options.target ?? '');
  return {
    legacyDecorator: isLegacy,
    decoratorMetadata: isLegacy && options.emitDecoratorMetadata === true,
    decoratorVersion: isLegacy ? undefined : '2023-11',
    useDefineForClassFields: definesFields === true,
    verbatimModuleSyntax: options.verbatimModuleSyntax === true || options.preserveValueImports === true,
    ...(hasJsx ? { react: jsxOf(options) } : {}),
  };
}

function jsxOf({ jsx, jsxFactory, jsxFragmentFactory, jsxImportSource }) {
  if (/^react-jsx/i.test(jsx ?? '')) {
    const development = /dev$/i.test(jsx);
    return { runtime: 'automatic', development, importSource: jsxImportSource ?? 'react' };
  }
  return {
    runtime: 'classic',
    pragma: jsxFactory ?? 'React.createElement',
    pragmaFrag: jsxFragmentFactory ?? 'React.Fragment',
  };
}

module.exports = { compileOptions };
