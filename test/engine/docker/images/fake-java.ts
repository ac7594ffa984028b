import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { testImageLabel } from '../../../support/leftovers/engine-leftovers.ts';
import { resourcesDir } from '../docker-fixture.ts';
import { removeImages } from './remove-images.ts';

/** Resources whose Java is a short script, so that its image is built quickly. */
export interface FakeJava {
  resourcesDir: string;
  version: string;
}

/**
 * @param version the output of `javac --version`, which is unique to the image
 * @param compile the shell command that javac runs
 */
export function fakeJava(version: string, compile = 'exit 1'): FakeJava {
  const folder = mkdtempSync(join(tmpdir(), 'families-'));
  cpSync(resourcesDir, folder, { recursive: true });
  const answer = `if [ "$1" = --version ]; then echo javac ${version} ${folder}; exit; fi`;
  const script = ['#!/bin/sh', answer, compile, ''].join('\n');
  writeDockerfile(folder, script);
  return {
    resourcesDir: folder,
    version,
  };
}

function writeDockerfile(folder: string, script: string): void {
  const encoded = Buffer.from(script).toString('base64');
  const steps = [
    ...['ARG BASE', 'ARG DEBIAN=debian:trixie-slim', 'FROM $BASE AS base', 'FROM $DEBIAN'],
    `RUN echo ${encoded} | base64 -d > /usr/bin/javac && chmod +x /usr/bin/javac`,
    ...['RUN mkdir -p /work && chmod 1777 /work', 'COPY --from=base /sbin/strongroom-init /sbin/strongroom-init'],
    `LABEL ${testImageLabel}=${folder}`,
    ...['USER 65534:65534', 'ENTRYPOINT ["/sbin/strongroom-init"]', ''],
  ];
  writeFileSync(join(folder, 'families/jvm.Dockerfile'), steps.join('\n'));
}

/** Removes the images with this Java. */
export async function removeJava(docker: Docker, version: string): Promise<void> {
  await removeImages(docker, `app.strongroom.version.java=${version}`);
}
