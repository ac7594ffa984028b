/** Requirement of a list for one package. */
export interface PackageRequirement {
  /** Range in the syntax of the ecosystem; '' allows any version. */
  range: string;
  /** Extras of a Python package. */
  extras: readonly string[];
  /** `sha256:` and a digest: a downloaded file must have one of them. Empty: any file. */
  hashes: readonly string[];
}

const hashOption = ' --hash=';

/** Returns the text that follows the name in a requirements file: `[socks]>=2.31`, `==1.0 --hash=sha256:…`. */
export function encodeRequirement({ range, extras, hashes }: PackageRequirement): string {
  const extra = extras.length === 0 ? '' : `[${extras.join(',')}]`;
  return `${extra}${range}${hashes.map((hash) => hashOption + hash).join('')}`;
}

/** Reads the text of `encodeRequirement`. */
export function decodeRequirement(text: string): PackageRequirement {
  const [spec = '', ...hashes] = text.split(hashOption);
  const end = spec.startsWith('[') ? spec.indexOf(']') : -1;
  const extras = end < 0 ? [] : spec.slice(1, end).split(',');
  return { range: spec.slice(end + 1), extras, hashes };
}
