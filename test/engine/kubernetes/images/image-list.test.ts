/** The list of images that the daemon reads with --kube-images. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type ListedImage,
  readImageList,
  writeImageList,
} from '../../../../src-daemon/engine/kubernetes/images/image-list.ts';
import { ClusterConfigError } from '../../../../src-daemon/engine/kubernetes/link/cluster.ts';
import { languageFamilies } from '../../../../src-daemon/engine/languages/language.ts';
import { requireLanguage } from '../../../../src-daemon/engine/languages/languages.ts';
import { writeNew } from '../../../support/kubernetes/cluster-files.ts';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

function imageOf(family: ListedImage['family'], versions: Record<string, string>): ListedImage {
  return { family, reference: `registry.example.com/team/strongroom-${family}@${digest}`, versions };
}

const base = imageOf('base', { python: '3.13.5', bash: '5.2.37' });
const jvm = imageOf('jvm', { java: '21.0.8' });

/** Writes a list and reads it. */
function read(list: unknown) {
  return readImageList(writeNew('images.json', typeof list === 'string' ? list : JSON.stringify(list)));
}

async function refusalOf(list: unknown): Promise<string> {
  const error: unknown = await read(list).then(String, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(ClusterConfigError);
  return (error as ClusterConfigError).message;
}

test('a list that was written is read', async () => {
  const path = writeNew('images.json', 'an earlier list');
  const installer = `registry.example.com/team/strongroom-installer@sha256:${'a'.repeat(64)}`;
  await writeImageList(path, [base, jvm], installer);
  const images = await readImageList(path);
  expect(images).toMatchObject({ base: { reference: base.reference }, installer });
  expect(images.of(requireLanguage('python'))).toEqual({ reference: base.reference, versions: base.versions });
  expect(images.of(requireLanguage('java')).reference).toBe(jvm.reference);
  expect(images.versions()).toEqual({ python: '3.13.5', bash: '5.2.37', java: '21.0.8' });
  expect(readdirSync(dirname(path))).toEqual(['images.json']);
});

test('a list with an image by tag is not written', async () => {
  const path = join(dirname(writeNew('other', '')), 'images.json');
  const image = { ...base, reference: 'registry.example.com/team/strongroom-base:latest' };
  await expect(writeImageList(path, [image], undefined)).rejects.toThrow('digest');
  await expect(writeImageList(path, [base], image.reference)).rejects.toThrow('digest');
  expect(() => readFileSync(path)).toThrow('ENOENT');
});

describe('a language that the list lacks', () => {
  test('is not installed, and the message has the command that pushes it with the others', async () => {
    const images = await read({ format: 1, images: [base, jvm] });
    expect(() => images.of(requireLanguage('ruby'))).toThrow(
      expect.objectContaining({
        code: 'language_not_installed',
        message: expect.stringContaining('`npm run images -- --push REGISTRY scripting jvm`'),
      }),
    );
  });

  test('is not installed either if the image of its family is older than the language', async () => {
    const images = await read({ format: 1, images: [base] });
    expect(() => images.of(requireLanguage('javascript'))).toThrow(
      expect.objectContaining({ message: expect.stringContaining('--push REGISTRY base`') }),
    );
  });
});

test('versions of languages that the daemon does not know in this family are left out', async () => {
  const added = { ...base, versions: { ...base.versions, java: '1.0', future: '2.0' } };
  const images = await read({ format: 1, images: [added], note: 'of a later version' });
  expect(images.versions()).toEqual(base.versions);
});

describe('a list is refused with the flag, the entry and the right value if', () => {
  test.each([
    ['it is not JSON', '{', 'is not JSON'],
    ['it is no object', [], 'it must be an object with format and images'],
    ['it has no format', { images: [base] }, 'format must be 1'],
    ['it has another format', { format: 2, images: [base] }, 'format must be 1'],
    ['it has no images', { format: 1 }, 'images must be the list'],
    ['the base image is missing', { format: 1, images: [jvm] }, 'images must have the image of the family base'],
    ['a family is there twice', { format: 1, images: [base, jvm, jvm] }, 'images must have one image for each family'],
    ['it has too many images', { format: 1, images: Array(99).fill(base) }, 'images must have at most one image'],
    [
      'a family is unknown',
      { format: 1, images: [base, { ...jvm, family: 'prolog' }] },
      `images[1].family must be one of ${languageFamilies.join(', ')}`,
    ],
    [
      'an image has a tag',
      { format: 1, images: [base, { ...jvm, reference: 'registry.example.com/strongroom-jvm:1' }] },
      'images[1].reference must name an image by its digest (REGISTRY/NAME@sha256:DIGEST)',
    ],
    [
      'an image has no name',
      { format: 1, images: [{ ...base, reference: undefined }] },
      'images[0].reference must be a text',
    ],
    ['an image is no object', { format: 1, images: [base.reference] }, 'images[0] must be an object with family'],
    [
      'a version is no text',
      { format: 1, images: [{ ...base, versions: { python: 3 } }] },
      'images[0].versions.python must be a text',
    ],
    [
      'a version has control characters',
      { format: 1, images: [{ ...base, versions: { python: '3.13\u001b[2J' } }] },
      'images[0].versions.python must be a version',
    ],
    ['it has no versions', { format: 1, images: [{ ...base, versions: null }] }, 'images[0].versions must be'],
    ['it is larger than 64 KiB', ' '.repeat(65_537), 'is larger than 64 KiB'],
  ])('%s', async (_name, list, reason) => {
    const message = await refusalOf(list);
    expect(message).toContain('--kube-images');
    expect(message).toContain(reason);
  });
});

test('a list that does not exist is refused with the command that writes it', async () => {
  const path = join(dirname(writeNew('other', '')), 'images.json');
  await expect(readImageList(path)).rejects.toThrow(
    `The image list of --kube-images ${path} does not exist. \`npm run images -- --push REGISTRY\` writes such a list.`,
  );
});
