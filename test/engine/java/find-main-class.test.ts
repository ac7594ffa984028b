import { expect, test } from 'vitest';
import { readClassFile } from '../../../src-daemon/engine/java/class-file.ts';
import { findMainClass } from '../../../src-daemon/engine/java/find-main-class.ts';
import { doAtOnce } from '../../../src-shared-node/sliced-work.ts';
import { classBytes } from './class-bytes.ts';

const bytesOf = (name: keyof typeof classBytes) => Buffer.from(classBytes[name], 'base64');
const file = (path: string, name: keyof typeof classBytes) => ({ path, content: bytesOf(name) });

test('a class file has its superclass, its source and whether it declares main', () => {
  expect(readClassFile(bytesOf('base'))).toEqual({
    superName: 'java/lang/Object',
    sourceFile: 'Base.java',
    hasMain: true,
  });
  expect(readClassFile(bytesOf('child'))).toEqual({ superName: 'Base', sourceFile: 'Base.java', hasMain: false });
  expect(readClassFile(bytesOf('shape'))).toMatchObject({ hasMain: false });
});

test('a class file that is cut, or changed in any of its bytes, is read or is none, and nothing is thrown', () => {
  for (const name of ['base', 'child', 'shape'] as const) {
    const whole = bytesOf(name);
    for (let at = 0; at < whole.length; at++) {
      expect(readClassFile(whole.subarray(0, at))).toBeUndefined();
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = value;
        expect(() => readClassFile(changed)).not.toThrow();
      }
    }
  }
  expect(readClassFile(Buffer.from('no class'))).toBeUndefined();
  expect(readClassFile(Buffer.alloc(0))).toBeUndefined();
});

const find = (code: string, made: ReturnType<typeof file>[], given: ReturnType<typeof file>[] = []) =>
  doAtOnce(findMainClass({ code, fileName: 'Base.java', made, given }));

test('a Java program starts with the class that has main, has it from a superclass, or is of its source', () => {
  expect(find('class Base {}', [file('Base.class', 'base')])).toEqual({ args: ['Base'] });
  const both = [file('Base.class', 'base'), file('Child.class', 'child')];
  expect(find('class Base {} public class Child extends Base {}', both)).toEqual({ args: ['Child'] });
  expect(find('package a.b; class Base {}', [file('a/b/Base.class', 'base')])).toEqual({ args: ['a.b.Base'] });
  // The superclass came with the job, compiled.
  const [base, child] = both;
  expect(find('class Child extends Base {}', child ? [child] : [], base ? [base] : [])).toEqual({ args: ['Child'] });
  expect(find('class Outer {}', [file('Outer$In.class', 'base')])).toEqual({ args: ['Outer$In'] });
});

test('a Java library has no class to start with, and a cycle of superclasses ends', () => {
  const reason = expect.stringContaining('declare `public static void main(String[] args)`');
  expect(find('interface Shape {}', [file('Shape.class', 'shape')])).toEqual({ reason });
  // Child's superclass is Base: here a file of that name which is Child again.
  expect(find('class Child {}', [file('Child.class', 'child'), file('Base.class', 'child')])).toEqual({ reason });
  expect(find('', [])).toEqual({ reason });
});
