/** Addresses of people by their ids. */
export type Addresses = ReadonlyMap<number, string>;

/** `user:<id>` as the address of that person; anything else, and somebody unknown, as it stands. */
export function addressed(actor: string, users: Addresses): string {
  const id = /^user:(\d+)$/.exec(actor)?.[1];
  return (id && users.get(Number(id))) || actor;
}
