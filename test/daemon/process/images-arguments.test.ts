/** The arguments of `npm run images`. */
import { describe, expect, test } from 'vitest';
import { readImagesArguments } from '../../../src-daemon/process/images-arguments.ts';

const all = ['base', 'scripting', 'native', 'jvm'];

test('without a registry, images are only installed', () => {
  expect(readImagesArguments([])).toEqual({ families: all, push: undefined });
  expect(readImagesArguments(['jvm'])).toEqual({ families: ['jvm'], push: undefined });
});

test('the base image is pushed with each family', () => {
  const registry = { host: '127.0.0.1:5000', address: '127.0.0.1:5000/team' };
  expect(readImagesArguments(['--push', '127.0.0.1:5000/team', 'jvm'])).toEqual({
    families: ['base', 'jvm'],
    push: { registry, list: 'strongroom-images.json' },
  });
  expect(readImagesArguments(['--list', 'other.json', '--push=127.0.0.1:5000/team'])).toEqual({
    families: all,
    push: { registry, list: 'other.json' },
  });
});

describe('a wrong argument is refused by its name:', () => {
  test.each([
    [['prolog'], 'no such family: prolog. There are base, scripting, native, jvm.'],
    [['--push'], '--push'],
    [['--list', 'images.json'], '--list names the list that --push writes'],
    [['--push', 'localhost', '--list', ''], '--list is empty'],
    [['--tag', 'x'], '--tag'],
    [
      ['--push', 'registry.example.com/team:latest'],
      '--push "registry.example.com/team:latest" is not a registry: it has a tag: images are named by their digest. It must be host[:port][/path], such as registry.example.com/team or 127.0.0.1:5000.',
    ],
  ])('%j', (args, message) => {
    expect(() => readImagesArguments(args)).toThrow(message);
  });
});
