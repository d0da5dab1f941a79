/** The methods of each path that is served, so that a wrong method can be told from a wrong path. */
export class Paths {
  readonly #methods = new Map<string, Set<string>>();

  /** Takes a route in the router's notation (`/api/Screening/:id`). */
  add(url: string, methods: string | readonly string[]): void {
    const known = this.#methods.get(url) ?? new Set();
    for (const method of typeof methods === 'string' ? [methods] : methods) known.add(method);
    this.#methods.set(url, known);
  }

  /** Methods of a decoded path, sorted. Undefined where nothing is served there. A literal path precedes a pattern. */
  allowed(path: string): string[] | undefined {
    const literal = this.#methods.get(path);
    if (literal) return [...literal].sort();
    for (const [url, methods] of this.#methods) if (fits(url, path)) return [...methods].sort();
    return undefined;
  }
}

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

function fits(url: string, path: string): boolean {
  const pattern = url.split('/');
  const parts = path.split('/');
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index] !== ''))
  );
}
