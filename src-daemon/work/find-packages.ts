import type { Actor } from '../core/actor.ts';

/** The run or the sandbox that has the packages: messages name it. */
export type PackagesUser = 'run' | 'sandbox';

/** A program, or a sandbox, whose packages are planned. */
export interface PackagesProgram {
  usedBy: PackagesUser;
  /** Id of the language. */
  language: string;
  /** Empty for a sandbox. */
  code: string;
  /** False if it is to have no packages of the list. */
  usesList: boolean;
  /** False if the packages that the code declares are ignored. */
  readsCode: boolean;
  /** Packages that the request names, in addition. */
  named: readonly string[];
}

/** A package of a result. */
export interface ResolvedPackage {
  name: string;
  version: string;
}

/** Packages of one run or sandbox. */
export interface ProgramPackages {
  /** Id of the layer in the engine; absent if there is none, or none yet. */
  layer?: string;
  /** Number of packages of the list and of the program together. */
  count: number;
  /** Names of the packages of the list and of the program that the layer has, or will have. */
  names: string[];
  notices: string[];
  /** Names of the packages that the program itself requests. */
  ownNames: string[];
  /** The installed versions of these packages; absent if there are none, or none yet. */
  own?: ResolvedPackage[];
  /** Present if the packages must be installed first. */
  install?: PackagesInstall;
}

export interface PackagesInstall {
  /** The packages that the program itself requests, for users. */
  labels: string[];
  /**
   * Installs the packages; other runs can share the work.
   * @throws AppError `packages_failed`, `engine_unavailable`; the signal's reason
   */
  run(hooks: {
    signal: AbortSignal;
    onLine: (line: string) => void;
  }): Promise<{ layer: string; own: ResolvedPackage[] }>;
}

/**
 * Plans the packages of a program: those of the list, those that its code declares and those that the request names.
 * @throws AppError `invalid_request`, `forbidden`, `packages_not_supported`, `queue_full`
 */
export type PlanPackages = (actor: Actor, program: PackagesProgram) => ProgramPackages;
