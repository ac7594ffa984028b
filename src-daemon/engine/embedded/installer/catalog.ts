import { rcompare, satisfies, valid, validRange } from '@renovatebot/pep440';
import type { PackageSource } from '../../../egress/index-hosts.ts';
import { publicIndexes } from '../../../egress/index-hosts.ts';
import { LayerError } from '../../layers.ts';
import type { IndexHttp } from './index-http.ts';
import { type IndexFile, loadHtmlReader, readJsonListing } from './listing.ts';
import { markerEnvironment } from './markers.ts';
import { type CoreMetadata, MetadataError, readMetadata } from './metadata.ts';
import { parseWheelName } from './wheel-name.ts';

/** A version of a project that can be installed here. */
export interface Candidate {
  project: string;
  version: string;
  file: IndexFile;
}

/** The versions of a project in the indexes. */
export interface Project {
  /** Versions that have a pure wheel for this Python, newest first. */
  candidates: readonly Candidate[];
  /** All versions, newest first. */
  versions: readonly string[];
  /** True if any version has a wheel; otherwise there is only source. */
  hasWheels: boolean;
}

export interface Catalog {
  /** Returns undefined if no index has the project. @throws IndexUnreachableError, ListingError */
  find(project: string): Promise<Project | undefined>;
  /** @throws MetadataError for a candidate that must be skipped; IndexUnreachableError */
  metadataOf(candidate: Candidate): Promise<CoreMetadata>;
}

interface CatalogDeps {
  source: PackageSource;
  http: IndexHttp;
  /** Reads the metadata from a wheel, for an index that does not serve it separately. */
  readFromWheel: (file: IndexFile) => Promise<string>;
}

const mebibyte = 1024 * 1024;
const listingBytes = 32 * mebibyte;
const metadataBytes = 2 * mebibyte;
/** Maximum number of projects and metadata files that one installation requests. */
const requestsCap = 2000;
const jsonType = 'application/vnd.pypi.simple.v1+json';
const listingTypes = `${jsonType}, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1`;

/** Creates the catalog of a source's indexes. Each request is sent once. */
export function createCatalog({ source, http, readFromWheel }: CatalogDeps): Catalog {
  const indexes = [source.indexUrl ?? publicIndexes.pip, ...(source.extraIndexUrls ?? [])].map(withSlash);
  const projects = new Map<string, Promise<Project | undefined>>();
  const metadata = new Map<IndexFile, Promise<CoreMetadata>>();

  function once<Key, Value>(answers: Map<Key, Promise<Value>>, key: Key, ask: () => Promise<Value>): Promise<Value> {
    const known = answers.get(key);
    if (known !== undefined) return known;
    if (projects.size + metadata.size >= requestsCap)
      throw new LayerError(
        'installer',
        'The packages need too many other packages. Pin versions, so that there is less to choose from.',
      );
    const answer = ask();
    answers.set(key, answer);
    return answer;
  }

  async function ask(project: string): Promise<Project | undefined> {
    const listings = await Promise.all(indexes.map((index) => readListing(new URL(`${project}/`, index))));
    if (listings.every((listing) => listing === undefined)) return undefined;
    return projectOf(
      project,
      listings.flat().filter((file) => file !== undefined),
    );
  }

  async function readListing(url: URL): Promise<IndexFile[] | undefined> {
    const answer = await http.read(url, listingTypes, listingBytes);
    if (answer === undefined) return undefined;
    const read = answer.contentType.startsWith(jsonType) ? readJsonListing : await loadHtmlReader();
    // A file of another host stays in the listing, so that the failure of its download names the host.
    return read(answer.text, answer.url).filter(({ url: at }) => http.isTrusted(at) || !http.isOwnHost(at));
  }

  async function readMetadataOf({ project, file }: Candidate): Promise<CoreMetadata> {
    const found = readMetadata((await readSeparate(file)) ?? (await readFromWheel(file)));
    if (found.project !== project) throw new MetadataError(`it is ${found.project}, and not ${project}`);
    if (!runsHere(found.requiresPython)) throw new MetadataError(`it needs Python ${found.requiresPython}`);
    return found;
  }

  async function readSeparate(file: IndexFile): Promise<string | undefined> {
    if (file.metadata === undefined) return undefined;
    const url = new URL(file.url);
    url.pathname += '.metadata';
    return (await http.read(url, '*/*', metadataBytes))?.text;
  }

  return {
    find: (project) => once(projects, project, () => ask(project)),
    metadataOf: (candidate) => once(metadata, candidate.file, () => readMetadataOf(candidate)),
  };
}

function projectOf(project: string, files: readonly IndexFile[]): Project {
  const wheels = files.flatMap((file) => {
    const name = parseWheelName(file.fileName);
    return name?.project === project && valid(name.version) !== null ? [{ file, ...name }] : [];
  });
  const pure = wheels.filter(({ isPure, file }) => isPure && runsHere(file.requiresPython));
  const best = new Map<string, (typeof pure)[number]>();
  for (const wheel of pure) if (wheel.rank > (best.get(wheel.version)?.rank ?? 0)) best.set(wheel.version, wheel);
  const versions = [...wheels.map(({ version }) => version), ...files.flatMap((file) => sourceVersion(file, project))];
  return {
    candidates: [...best.values()]
      .sort((one, other) => rcompare(one.version, other.version))
      .map(({ version, file }) => ({ project, version, file })),
    versions: [...new Set(versions)].sort(rcompare),
    hasWheels: wheels.length > 0,
  };
}

/** Returns the version of a source archive: `1.0` for `some_thing-1.0.tar.gz`. */
function sourceVersion({ fileName }: IndexFile, project: string): string[] {
  const version = /-([^-]+)\.(?:tar\.gz|zip)$/.exec(fileName.slice(project.length))?.[1] ?? '';
  return valid(version) === null ? [] : [version];
}

/** Returns true if this Python is in the range. As in pip, an invalid range is ignored. */
function runsHere(requiresPython: string): boolean {
  const own = markerEnvironment.python_full_version ?? '';
  return requiresPython === '' || !validRange(requiresPython) || satisfies(own, requiresPython, { prereleases: true });
}

function withSlash(address: string): URL {
  return new URL(address.endsWith('/') ? address : `${address}/`);
}
