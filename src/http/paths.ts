/** A name that clients choose, where other parameters are ids that the service gave. */
const REFERENCE = ':reference';

/** The methods of each path that is served, so that a wrong method can be told from a wrong path. */
export class Paths {
  /** Sorted. */
  readonly #methods = new Map<string, readonly string[]>();
  readonly #extensions = new Set<string>();
  readonly #references = new Set<string>();

  /** Takes a route in the router's notation (`/api/Screening/:id`). `extension`: it is one beyond the contract. */
  add(url: string, methods: string | readonly string[], extension = false): void {
    if (extension) this.#extensions.add(url);
    if (extension && url.includes(REFERENCE)) this.#references.add(url);
    this.#methods.set(url, together(this.#methods.get(url) ?? [], [methods].flat()));
  }

  /**
   * Methods of a decoded path, sorted. Undefined where nothing is served there. A literal path precedes a pattern whose
   * ids are given here. A reference is the customer's, and may be `import`: both count there.
   */
  allowed(path: string): readonly string[] | undefined {
    const url = this.#urlOf(path);
    if (url === undefined) return undefined;
    const parts = path.split('/');
    const patterns = [...this.#references].filter((pattern) => fits(pattern, parts));
    return patterns.reduce((known, one) => together(known, this.#methods.get(one)!), this.#methods.get(url)!);
  }

  /**
   * Whether a decoded path belongs to what is beyond the contract. An unknown path does where all that is served below
   * its name (`/api/Customers`) does.
   */
  isExtension(path: string): boolean {
    const url = this.#urlOf(path);
    if (url !== undefined) return this.#extensions.has(url);
    const name = nameOf(path);
    const below = [...this.#methods.keys()].filter((known) => nameOf(known) === name);
    return below.length > 0 && below.every((known) => this.#extensions.has(known));
  }

  #urlOf(path: string): string | undefined {
    if (this.#methods.has(path)) return path;
    const parts = path.split('/');
    for (const url of this.#methods.keys()) if (fits(url, parts)) return url;
    return undefined;
  }
}

const together = (some: readonly string[], others: readonly string[]): string[] =>
  [...new Set([...some, ...others])].sort();

/** The path of a URL, decoded; as it stands where it cannot be decoded. */
export function decodedPath(url: string): string {
  const path = url.split(/[?#;]/, 1)[0]!;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** A URL whose percent signs all begin an escape: one that does not stands for itself, and the path is then unknown. */
export function decodableUrl(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

/** Up to the id of an own list's entry. */
const OWN_ENTRY = /^\/api\/OwnLists\/[^/?]+\/entries\//;

/**
 * A URL in which the id of an own list's entry is one part. It may have a slash, and proxies and people write that as
 * it is. A slash at the end belongs to no id.
 */
export function oneEntryId(url: string): string {
  const before = OWN_ENTRY.exec(url)?.[0];
  if (before === undefined) return url;
  const [id, ...query] = url.slice(before.length).split('?');
  return [before + id!.replaceAll(/\/(?=.)/g, '%2F'), ...query].join('?');
}

/** `/api/Customers` of `/api/Customers/4711`. */
function nameOf(path: string): string {
  return path.split('/', 3).join('/');
}

function fits(url: string, parts: readonly string[]): boolean {
  const pattern = url.split('/');
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index] !== ''))
  );
}
