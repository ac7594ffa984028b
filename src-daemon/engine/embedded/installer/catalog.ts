import { rcompare, satisfies, valid, validRange } from '@renovatebot/pep440';
import { LayerError, type PackageSource } from '../../layers.ts';
import type { IndexHttp } from './index-http.ts';
import { type IndexFile, loadHtmlReader, readJsonListing } from './listing.ts';
import { markerEnvironment } from './markers.ts';
import { type CoreMetadata, MetadataError, readMetadata } from './metadata.ts';
import { parseWheelName } from './wheel-name.ts';

/** A version of a project that could be installed here. */
export interface Candidate {
  project: string;
  version: string;
  file: IndexFile;
}

/** What the indexes have of a project. */
export interface Project {
  /** Newest first; those that have a pure wheel for this Python. */
  candidates: readonly Candidate[];
  /** Every version there is, newest first. */
  versions: readonly string[];
  /** Whether any version has a wheel at all: else it is there as source alone. */
  hasWheels: boolean;
}

export interface Catalog {
  /** Undefined where no index has it. @throws IndexUnreachableError, ListingError */
  find(project: string): Promise<Project | undefined>;
  /** @throws MetadataError for one that is passed over; IndexUnreachableError */
  metadataOf(candidate: Candidate): Promise<CoreMetadata>;
}

interface CatalogDeps {
  source: PackageSource;
  http: IndexHttp;
  /** The metadata inside of a wheel, for an index that does not give it by itself. */
  readFromWheel: (file: IndexFile) => Promise<string>;
}

const publicIndex = 'https://pypi.org/simple/';
const mebibyte = 1024 * 1024;
const listingBytes = 32 * mebibyte;
const metadataBytes = 2 * mebibyte;
/** Of projects and of metadata together: a list that needs more is not resolved. */
const questionsCap = 2000;
const jsonType = 'application/vnd.pypi.simple.v1+json';
const listingTypes = `${jsonType}, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1`;

/** What the indexes of a source have, each question asked once. */
export function createCatalog({ source, http, readFromWheel }: CatalogDeps): Catalog {
  const indexes = [source.indexUrl ?? publicIndex, ...(source.extraIndexUrls ?? [])].map(withSlash);
  const projects = new Map<string, Promise<Project | undefined>>();
  const metadata = new Map<IndexFile, Promise<CoreMetadata>>();

  function once<Key, Value>(answers: Map<Key, Promise<Value>>, key: Key, ask: () => Promise<Value>): Promise<Value> {
    const known = answers.get(key);
    if (known !== undefined) return known;
    if (projects.size + metadata.size >= questionsCap)
      throw new LayerError(
        'installer',
        'The packages need too many others; name versions to have less to choose from.',
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
    return read(answer.text, answer.url).filter(({ url: at }) => http.isTrusted(at));
  }

  async function readMetadataOf({ project, file }: Candidate): Promise<CoreMetadata> {
    const found = readMetadata((await readBeside(file)) ?? (await readFromWheel(file)));
    if (found.project !== project) throw new MetadataError(`it is ${found.project}, and not ${project}`);
    if (!runsHere(found.requiresPython)) throw new MetadataError(`it needs Python ${found.requiresPython}`);
    return found;
  }

  async function readBeside(file: IndexFile): Promise<string | undefined> {
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

/** `some_thing-1.0.tar.gz` -> `1.0`. */
function sourceVersion({ fileName }: IndexFile, project: string): string[] {
  const version = /-([^-]+)\.(?:tar\.gz|zip)$/.exec(fileName.slice(project.length))?.[1] ?? '';
  return valid(version) === null ? [] : [version];
}

/** A range that nobody understands counts as none, as with pip. */
function runsHere(requiresPython: string): boolean {
  const own = markerEnvironment.python_full_version ?? '';
  return requiresPython === '' || !validRange(requiresPython) || satisfies(own, requiresPython, { prereleases: true });
}

function withSlash(address: string): URL {
  return new URL(address.endsWith('/') ? address : `${address}/`);
}
