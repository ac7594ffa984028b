import type { Readiness } from '../../connection/readiness.ts';
import type { SandboxImage } from '../images/build-image.ts';
import type { FamilyImages } from '../images/family-images.ts';
import type { EngineLink } from './engine-link.ts';

/** A ready engine: its link and its images. */
export interface EngineConnection {
  link: EngineLink;
  image: SandboxImage;
  /** The images of all languages, including the base image. */
  families: FamilyImages;
}

export type DockerReadiness = Readiness<EngineConnection>;
