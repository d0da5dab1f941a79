/** A path of printable ASCII: browsers leave out tabs and line breaks, and take `\` for `/`. */
const PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
const MAX_LENGTH = 2_000;

/** The path of this site that somebody wants to go to after signing in, else `/`: it comes from the address bar. */
export function ownPath(wanted: string | undefined): string {
  const isOwn = wanted !== undefined && wanted.length <= MAX_LENGTH && PATH.test(wanted);
  return isOwn && !wanted.startsWith('/sign-in') ? wanted : '/';
}
