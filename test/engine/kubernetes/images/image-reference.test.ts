/** Names of registries, and names of images by digest. */
import { describe, expect, test } from 'vitest';
import {
  parseRegistry,
  problemOfDigestReference,
} from '../../../../src-daemon/engine/kubernetes/images/image-reference.ts';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

describe('a registry', () => {
  test.each([
    ['registry.example.com', 'registry.example.com'],
    ['localhost', 'localhost'],
    ['127.0.0.1:5000', '127.0.0.1:5000'],
    ['registry:5000/team/run-time', 'registry:5000'],
    ['docker.io/a_b/c__d/e.f', 'docker.io'],
  ])('%s is accepted', (address, host) => {
    expect(parseRegistry(address)).toEqual({ host, address });
  });

  test.each([
    ['', 'host'],
    ['team', 'neither a dot nor a port'],
    ['team/images', 'docker.io/NAME'],
    ['https://registry.example.com', 'scheme'],
    ['user@registry.example.com', 'user name'],
    [`registry.example.com/team@${digest}`, 'digest'],
    ['registry.example.com/team:latest', 'tag'],
    ['registry.example.com:latest', 'tag'],
    ['registry.example.com:0', 'port'],
    ['registry.example.com:65536', 'port'],
    ['registry.example.com:5000:6000', 'host'],
    ['Registry.example.com', 'lower case'],
    ['-registry.example.com', 'host'],
    ['registry..example.com', 'host'],
    ['registry.example.com/', 'path'],
    ['registry.example.com/Team', 'path'],
    ['registry.example.com/a//b', 'path'],
    ['registry.example.com/a..b', 'path'],
    ['registry.example.com/a___b', 'path'],
    ['registry.example.com/../a', 'path'],
    ['registry.example.com/a b', 'path'],
    ['registry.example.com/a\n', 'path'],
    [`registry.example.com/${'a'.repeat(200)}`, 'more than 200'],
  ])('%j is refused', (text, reason) => {
    expect(parseRegistry(text)).toEqual({ problem: expect.stringContaining(reason) });
  });
});

describe('the name of an image', () => {
  test('is accepted with a digest', () => {
    expect(problemOfDigestReference(`registry:5000/team/strongroom-jvm@${digest}`)).toBeUndefined();
  });

  test.each([
    ['registry.example.com/strongroom-jvm', 'digest'],
    ['registry.example.com/strongroom-jvm:1', 'tag can be moved'],
    [`registry.example.com/strongroom-jvm:1@${digest}`, 'no tag'],
    [`registry.example.com@${digest}`, 'host[:port]/path'],
    [`strongroom-jvm@${digest}`, 'host[:port]/path'],
    [`team/strongroom-jvm@${digest}`, 'host[:port]/path'],
    [`registry.example.com/strongroom-jvm@${digest}0`, '64'],
    [`registry.example.com/strongroom-jvm@${digest.toUpperCase()}`, '64'],
    [`registry.example.com/strongroom-jvm@${digest}\n`, '64'],
    ['registry.example.com/strongroom-jvm@sha512:00', '64'],
  ])('is not %j', (text, reason) => {
    expect(problemOfDigestReference(text)).toContain(reason);
  });
});
