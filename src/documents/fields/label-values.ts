import type { Role } from './labels.ts';
import { datesIn, type PrintedDate } from './printed-dates.ts';
import { type Piece, part, type Row } from './rows.ts';
import { mexicanSexIn, nameIn, nationalityIn, numberIn, sexIn } from './values.ts';

/** What stands beside a label and fits it. */
export interface Claim {
  readonly role: Role;
  readonly label: Piece;
  readonly value: Row;
  readonly date: PrintedDate | null;
  readonly cost: number;
}

type Relation = 'right' | 'below' | 'above';

interface Value extends Row {
  readonly piece: Piece;
  readonly date: PrintedDate | null;
}

interface Group {
  readonly role: Role;
  /** The label that gave the role. */
  readonly label: Piece;
  readonly pieces: readonly Piece[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly row: number;
}

/** General labels give way to what others of the same line say: Name / Surname / Nom. */
const WEAK: ReadonlySet<Role> = new Set<Role>(['name', 'other']);
const DATES: ReadonlySet<Role> = new Set<Role>(['birth', 'issue', 'expiry']);
const NAMES: ReadonlySet<Role> = new Set<Role>(['surname', 'given', 'name']);
const STRICT: ReadonlySet<Role> = new Set<Role>(['birth', 'issue', 'expiry', 'sex', 'nationality']);
/** Values read worse than this are noise. */
const LEGIBLE = 0.55;
/** Numbers are announced by these alone less surely than by what they are the number of. */
const VAGUE = /^\W*(?:n[o°ºr]?|num(?:ber|ero|mer)?|id|nummer|dl)\W*$/i;

/**
 * Gives values to labels, each at most one, the nearest first. A document puts its values in one place: to the right of
 * the labels, below them or above them. Names are looked for in the place where dates and sexes are found.
 */
export function claimsOf(pieces: readonly Piece[], isNoName: (row: Row) => boolean): Claim[] {
  const groups = groupsOf(pieces);
  const values = pieces.filter(({ role, confidence }) => role === null && confidence >= LEGIBLE).flatMap(valuesOf);
  const style = styleOf(groups, values);
  const claims: (Claim & { id: Value; group: Group })[] = [];
  for (const group of groups) {
    for (const value of values) {
      if (!fits(group.role, value) || (NAMES.has(group.role) && isNoName(value.piece))) continue;
      const found = relation(group, value, groups, values);
      if (!found || (found.kind === 'above' && style !== 'above')) continue;
      // The other side of a card may put its labels elsewhere; names are on the side that set the style.
      if (found.kind === 'below' && style === 'above' && NAMES.has(group.role)) continue;
      // Where values stand below, text beside a label is the rest of the label more often than its value.
      const coded = group.pieces.every((piece) => piece.coded);
      if (coded && found.kind !== 'right') continue;
      const beside = style === 'below' && found.kind === 'right' && !coded && !STRICT.has(group.role) ? 0.3 : 0;
      const strange = (found.kind !== style && !found.adjacent && !coded ? 0.6 : 0) + beside;
      const vague = group.role === 'number' && VAGUE.test(group.label.text) ? 0.4 : 0;
      const cost = found.cost + strange + vague + (group.role === 'other' ? 0.25 : 0);
      claims.push({ role: group.role, label: group.label, value, date: value.date, cost, id: value, group });
    }
  }
  return greedy(claims.sort((a, b) => a.cost - b.cost));
}

function greedy(claims: readonly (Claim & { id: Value; group: Group })[]): Claim[] {
  const taken: Value[] = [];
  const served = new Set<Group>();
  const chosen: Claim[] = [];
  for (const claim of claims) {
    if (served.has(claim.group) || taken.some((other) => overlaps(other, claim.id))) continue;
    served.add(claim.group);
    taken.push(claim.id);
    chosen.push(claim);
  }
  return chosen;
}

/** A text and the dates in it are values of their own: two fields may have been read as one row. */
function overlaps(a: Value, b: Value): boolean {
  return a.piece === b.piece && a.date === b.date;
}

/** Labels of a row with nothing between them are one, in two languages. */
function groupsOf(pieces: readonly Piece[]): Group[] {
  const groups: Group[] = [];
  let open: Piece[] = [];
  const close = () => {
    for (const [role, members] of byRole(open)) {
      const label = members[0]!;
      const [left, right] = [Math.min(...members.map((p) => p.left)), Math.max(...members.map((p) => p.right))];
      groups.push({ role, label, pieces: members, left, right, top: label.top, bottom: label.bottom, row: label.row });
    }
    open = [];
  };
  for (const piece of pieces) {
    const last = open.at(-1);
    if (last && (piece.row !== last.row || piece.role === null)) close();
    if (piece.role !== null) open.push(piece);
  }
  close();
  return groups;
}

/** A run of labels by what they announce; a code before words is explained by the words. */
function byRole(run: readonly Piece[]): [Role, Piece[]][] {
  const roles: [Role, Piece[]][] = [];
  for (const piece of run) {
    const last = roles.at(-1);
    if (!last) roles.push([piece.role!, [piece]]);
    else if (last[0] === piece.role) last[1].push(piece);
    else if (WEAK.has(last[0]) && NAMES.has(piece.role!) && last[0] === 'name') {
      last[1].push(piece);
      last[0] = piece.role!;
    } else if (piece.role === 'name' && NAMES.has(last[0])) last[1].push(piece);
    // Personal No., Audit Nr.
    else if ((last[0] === 'personal' || last[0] === 'other') && VAGUE.test(piece.text)) last[1].push(piece);
    else roles.push([piece.role!, [piece]]);
  }
  return roles;
}

/** A text, or each of its dates. */
function valuesOf(piece: Piece): Value[] {
  const dates = datesIn(piece.text, true);
  const whole: Value = { ...piece, piece, date: null };
  if (dates.length === 0) return [whole];
  return [...dates.map((date) => ({ ...part(piece, date), piece, date })), whole];
}

function styleOf(groups: readonly Group[], values: readonly Value[]): Relation {
  const votes: Record<Relation, number> = { right: 0, below: 0, above: 0 };
  for (const group of groups) {
    if (!STRICT.has(group.role)) continue;
    const near = new Map<Relation, number>();
    for (const value of values) {
      if (!fits(group.role, value)) continue;
      const found = relation(group, value, groups, values);
      if (found) near.set(found.kind, Math.min(near.get(found.kind) ?? Infinity, found.cost));
    }
    for (const kind of near.keys()) votes[kind] += 1;
  }
  if (votes.above > votes.below && votes.above > votes.right) return 'above';
  return votes.below >= votes.right && votes.below > 0 ? 'below' : 'right';
}

function fits(role: Role, value: Value): boolean {
  if (DATES.has(role)) return value.date !== null;
  if (value.date !== null) return false;
  if (role === 'sex')
    return (
      (value.text.length <= 14 || /^[MFX]\s/.test(value.text)) &&
      (sexIn(value.text) ?? mexicanSexIn(value.text)) !== null
    );
  if (role === 'nationality') return nationalityIn(value.text) !== null;
  if (role === 'number') return numberIn(value.text) !== null;
  if (NAMES.has(role)) return nameIn(value.text) !== null;
  if (role === 'address') return value.text.length >= 4 && /\p{L}{2}/u.test(value.text);
  return value.text.length > 0;
}

/** How a value stands to a label, undefined where it does not belong to it. Costs grow with the distance. */
function relation(
  group: Group,
  value: Value,
  groups: readonly Group[],
  values: readonly Value[],
): { kind: Relation; cost: number; adjacent: boolean } | undefined {
  const height = Math.max(value.bottom - value.top, group.bottom - group.top);
  const down = (value.top + value.bottom - group.top - group.bottom) / 2 / height;
  const last = group.pieces.at(-1)!;
  if (value.piece.row === last.row) {
    const between = groups.some(
      (other) => other.row === last.row && other.left > group.left && other.right <= value.left + 1,
    );
    if (value.piece.place <= last.place || between) return undefined;
    return { kind: 'right', cost: 0, adjacent: true };
  }
  if (Math.abs(down) < 0.45) return beside(group, value, groups, values, height);
  const limit = nextLabel(group, groups, height);
  if (value.left < group.left - height * 1.5 || value.left > Math.max(limit, group.left + height)) return undefined;
  if (Math.abs(down) > 2.3) return undefined;
  const kind = down > 0 ? 'below' : 'above';
  if (blocked(group, value, groups)) return undefined;
  return { kind, cost: 0.1 * Math.abs(down) + (0.04 * Math.abs(value.left - group.left)) / height, adjacent: false };
}

function beside(
  group: Group,
  value: Value,
  groups: readonly Group[],
  values: readonly Value[],
  height: number,
): { kind: Relation; cost: number; adjacent: boolean } | undefined {
  const gap = (value.left - group.right) / height;
  if (gap < -0.6 || gap > 14) return undefined;
  const between = groups.some(
    (other) => other !== group && level(other, group) && other.left >= group.right - height && other.left < value.left,
  );
  // What stands nearer is the value, whether or not it could be read.
  const nearer = values.some(
    (other) =>
      other.piece !== value.piece &&
      other.text.length > 2 &&
      level(other, group) &&
      other.left >= group.right - height * 0.6 &&
      other.right <= value.left + height * 0.5,
  );
  return between || nearer ? undefined : { kind: 'right', cost: 0.02 * Math.max(0, gap), adjacent: gap < 1.5 };
}

/** Where the next label to the right begins: values beyond it are the next label's. */
function nextLabel(group: Group, groups: readonly Group[], height: number): number {
  const rights = groups.filter(
    (other) => other !== group && level(other, group) && other.left > group.left + height * 0.5,
  );
  const next = Math.min(...rights.map(({ left }) => left));
  return Math.min(next - height * 0.8, Math.max(group.right, group.left + height * 6));
}

/** Another label stands between, in the same column. */
function blocked(group: Group, value: Value, groups: readonly Group[]): boolean {
  const [from, to] = value.top > group.top ? [group, value] : [value, group];
  return groups.some((other) => {
    if (other === group || other.row === group.row) return false;
    const centre = (other.top + other.bottom) / 2;
    const inside = centre > (from.top + from.bottom) / 2 && centre < (to.top + to.bottom) / 2;
    const column = other.left < value.right && other.right > value.left;
    return inside && column && !(centre > value.top && centre < value.bottom && other.left > value.right);
  });
}

function level(a: Row | Group, b: Row | Group): boolean {
  const height = Math.max(a.bottom - a.top, b.bottom - b.top);
  return Math.abs(a.top + a.bottom - b.top - b.bottom) / 2 < height * 0.45;
}
