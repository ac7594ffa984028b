import { describe, expect, it } from 'vitest';
import { missingModules } from '../../../src-renderer/features/executions/problems/missing-modules.ts';

const packagesOf = (language: string, ...lines: string[]) =>
  missingModules(
    language,
    lines.map((raw) => ({ raw })),
  ).map(({ packageName }) => packageName);

describe('the packages that an output names as missing', () => {
  it.each([
    ['cv2', 'opencv-python'],
    ['yaml', 'PyYAML'],
    ['PIL', 'pillow'],
    ['sklearn.model_selection', 'scikit-learn'],
    ['requests', 'requests'],
    ['my_module', 'my-module'],
  ])('Python: the module %s is in %s', (module, packageName) => {
    expect(packagesOf('python', `ModuleNotFoundError: No module named '${module}'`)).toEqual([packageName]);
  });

  it('Node: a name or a name with a scope, but no path', () => {
    expect(packagesOf('javascript', "Error: Cannot find module 'lodash/fp'")).toEqual(['lodash']);
    expect(packagesOf('javascript', "Error: Cannot find module 'lodash'")).toEqual(['lodash']);
    const ofModule = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@scope/name' imported from /work/main.ts";
    expect(packagesOf('typescript', ofModule)).toEqual(['@scope/name']);
    expect(packagesOf('javascript', "Error: Cannot find module './other.js'")).toEqual([]);
    expect(packagesOf('javascript', "Error: Cannot find module '/work/other.js'")).toEqual([]);
  });

  it('are each offered once, and at most three', () => {
    const line = (name: string) => `No module named '${name}'`;
    expect(packagesOf('python', line('a'), line('a'), line('b'), line('c'), line('d'))).toEqual(['a', 'b', 'c']);
  });

  it('are no modules that Python itself has, no names of Object, and nothing in other languages', () => {
    expect(packagesOf('python', "No module named 'tkinter'")).toEqual([]);
    expect(packagesOf('python', "No module named 'constructor'")).toEqual(['constructor']);
    expect(packagesOf('bash', "No module named 'requests'")).toEqual([]);
  });
});
