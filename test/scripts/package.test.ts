import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuration } from '../../electron-builder.config.ts';
import { closureOf, namedIn } from '../../scripts/packaging/package-closure.ts';

describe('the packages of the packaged daemon', () => {
  const lock = {
    'node_modules/a': { dependencies: { b: '1', shared: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { shared: '1', c: '1' } },
    'node_modules/b': {},
    'node_modules/c': { optionalDependencies: { absent: '1' }, peerDependencies: { a: '1' } },
    'node_modules/shared': {},
    'node_modules/@scope/x': {},
  };

  it('are what is named and what that needs, each as Node would find it', () => {
    expect(closureOf(['a'], lock)).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/shared',
    ]);
    expect(closureOf(['@scope/x', 'absent'], lock)).toEqual(['node_modules/@scope/x']);
  });

  it('are found by their names in imports and paths, and not by parts of other names', () => {
    const source = `import 'a/sub.js'; await import("@scope/x"); require.resolve(\`c\`); import 'abc'; const b = 1;`;
    expect(namedIn(source, ['a', 'b', 'c', 'bc', '@scope/x'])).toEqual(['a', 'c', '@scope/x']);
  });
});

describe('the packages of the app', () => {
  it('have every fuse on its safe side', () => {
    expect(configuration.electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(configuration.asar).toBe(true);
  });

  it('offer the app for scripts in addition to their present program, the same ones on each system', () => {
    const { linux, mac, nsis } = configuration;
    const [association] = [mac?.fileAssociations].flat();
    expect(association).toMatchObject({ role: 'Editor', rank: 'Alternate' });
    expect(association?.ext).toEqual(expect.arrayContaining(['py', 'js', 'ts', 'sh']));
    expect(linux?.mimeTypes).toEqual(expect.arrayContaining(['text/x-python', 'application/x-shellscript']));
    const script = readFileSync(String(nsis?.include), 'utf8');
    expect([...script.matchAll(/\$\{DO\} "(\w+)"/g)].map(([, ext]) => ext)).toEqual(association?.ext);
    // Written as the extension's own class it would be the default.
    expect(new Set([...script.matchAll(/\\\.\$\{EXT\}(.*?)"/g)].map(([, rest]) => rest))).toEqual(
      new Set(['\\OpenWithProgids']),
    );
    expect([configuration.fileAssociations, configuration.win?.fileAssociations]).toEqual([undefined, undefined]);
  });

  it('are made for each system, with icons that are there and the protocol', () => {
    const { linux, mac, win, protocols } = configuration;
    expect(linux?.target).toEqual(['AppImage', 'deb', 'rpm']);
    expect(JSON.stringify([mac?.target, win?.target])).toMatch(/dmg.*nsis/);
    expect(protocols).toMatchObject([{ schemes: ['strongroom'] }]);
    for (const icon of [linux?.icon, mac?.icon, win?.icon]) expect(existsSync(String(icon))).toBe(true);
    expect(
      readFileSync(join(String(linux?.icon), '512x512.png'))
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });
});
