import type { Role } from './labels.ts';
import { datesIn, type PrintedDate } from './printed-dates.ts';
import { type Piece, part, type Row } from './rows.ts';
import { mexicanSexIn, nameIn, nationalityIn, numberIn, sexBehind, sexIn } from './values.ts';

/** What stands beside a label and fits it. */
export interface Claim {
  readonly role: Role;
  readonly label: Piece;
  readonly value: Row;
  readonly date: PrintedDate | null;
  readonly cost: number;
}

/** Where a value stands, as seen from its label. */
type Place = 'right' | 'below' | 'above';

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

const DATES: ReadonlySet<Role> = new Set<Role>(['birth', 'issue', 'expiry']);
const NAMES: ReadonlySet<Role> = new Set<Role>(['surname', 'given', 'name']);
const STRICT: ReadonlySet<Role> = new Set<Role>(['birth', 'issue', 'expiry', 'sex', 'nationality']);
/** Labels of the AAMVA DL/ID Card Design Standard of which no more can be left. */
const ABBREVIATED = /^(?:LN|FN)$/i;
/** Values read worse than this are noise. */
const LEGIBLE = 0.55;
/** What a text has to be for a role that is no date. Any text fits another role. */
const FITTING: Readonly<Partial<Record<Role, (text: string) => boolean>>> = {
  surname: isName,
  given: isName,
  name: isName,
  former: isName,
  sex: isSex,
  number: (text) => numberIn(text) !== null,
  nationality: (text) => nationalityIn(text) !== null,
  address: (text) => text.length >= 4 && /\p{L}{2}/u.test(text),
};
/** Values stand at most this far behind a label and behind a code, in heights of a row. */
const FAR_LABEL = 14;
const FAR_CODE = 4;
/** Numbers are announced by these alone less surely than by what they are the number of. */
const VAGUE = /^\W*(?:n[o°ºr]?|num(?:ber|ero|mer)?|id|nummer|dl)\W*$/i;

/** How a value stands to a label. Costs grow with the distance. */
interface Relation {
  readonly kind: Place;
  readonly cost: number;
  readonly adjacent: boolean;
}

interface Candidate extends Claim {
  readonly value: Value;
  readonly group: Group;
}

/**
 * Gives values to labels, each at most one, the nearest first. A document puts its values in one place: to the right of
 * the labels, below them or above them. Names are looked for in the place where dates and sexes are found.
 * `isNoName` says which rows hold a title or an address.
 */
export function claimsOf(pieces: readonly Piece[], isNoName: (row: Row) => boolean): Claim[] {
  const groups = groupsOf(pieces);
  const values = pieces.filter(({ role, confidence }) => role === null && confidence >= LEGIBLE).flatMap(valuesOf);
  const style = styleOf(groups, values);
  const candidates: Candidate[] = [];
  for (const group of groups) {
    const { role, label } = group;
    for (const value of values) {
      if (!fits(role, value) || (NAMES.has(role) && isNoName(value.piece))) continue;
      const found = relation(group, value, groups, values);
      if (!found || !isExpected(group, found.kind, style)) continue;
      candidates.push({ role, label, value, date: value.date, cost: costOf(group, found, style), group });
    }
  }
  return cheapest(candidates.sort((a, b) => a.cost - b.cost));
}

/** Whether a label of this group may have its value in this place, on a document of this style. */
function isExpected(group: Group, kind: Place, style: Place): boolean {
  if (kind === 'right') return true;
  if (isCoded(group)) return false;
  if (kind === 'above') return style === 'above';
  // The other side of a card may put its labels elsewhere; names are on the side that set the style.
  return style !== 'above' || !NAMES.has(group.role);
}

function costOf(group: Group, { kind, cost, adjacent }: Relation, style: Place): number {
  const { role, label } = group;
  const coded = isCoded(group);
  // Where values stand below, text beside a label is the rest of the label more often than its value.
  const whole = coded || STRICT.has(role) || ABBREVIATED.test(label.text);
  const beside = style === 'below' && kind === 'right' && !whole ? 0.3 : 0;
  const strange = (kind !== style && !adjacent && !coded ? 0.6 : 0) + beside;
  const vague = role === 'number' && VAGUE.test(label.text) ? 0.4 : 0;
  return cost + strange + vague + (role === 'other' ? 0.25 : 0);
}

function isCoded({ pieces }: Group): boolean {
  return pieces.every(({ coded }) => coded);
}

/**
 * Each label and each value once, in the order of the candidates. What words announce goes before what a code alone
 * does, since codes lose digits.
 */
function cheapest(candidates: readonly Candidate[]): Claim[] {
  const taken: Value[] = [];
  const served = new Set<Group>();
  const chosen: Candidate[] = [];
  for (const candidate of candidates) {
    const { group, value } = candidate;
    if (served.has(group) || taken.some((other) => overlaps(other, value))) continue;
    served.add(group);
    taken.push(value);
    chosen.push(candidate);
  }
  return chosen.sort((a, b) => Number(isCoded(a.group)) - Number(isCoded(b.group)));
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

/** A run of labels by what they announce. */
function byRole(run: readonly Piece[]): [Role, Piece[]][] {
  const roles: [Role, Piece[]][] = [];
  for (const piece of run) {
    const last = roles.at(-1);
    const common = last ? commonRole(last[0], piece.role!, piece.text) : null;
    if (last && common) {
      last[0] = common;
      last[1].push(piece);
    } else roles.push([piece.role!, [piece]]);
  }
  return roles;
}

/** The role of two labels that announce one value together, null where the second announces another. */
function commonRole(before: Role, role: Role, text: string): Role | null {
  if (before === role) return role;
  // A general label gives way to what the other says: Name / Surname / Nom.
  if (before === 'name' && NAMES.has(role)) return role;
  if (role === 'name' && NAMES.has(before)) return before;
  // Personal No., Audit Nr.
  const goesOn = (before === 'personal' || before === 'other') && VAGUE.test(text);
  return goesOn ? before : null;
}

/** A text, or each of its dates. */
function valuesOf(piece: Piece): Value[] {
  const dates = datesIn(piece.text, true);
  const whole: Value = { ...piece, piece, date: null };
  if (dates.length === 0) return [whole];
  return [...dates.map((date) => ({ ...part(piece, date), piece, date })), whole];
}

/** Where this document puts its values: where the most labels find one that can be nothing else. */
function styleOf(groups: readonly Group[], values: readonly Value[]): Place {
  const votes: Record<Place, number> = { right: 0, below: 0, above: 0 };
  for (const group of groups.filter(({ role }) => STRICT.has(role))) {
    const fitting = values.filter((value) => fits(group.role, value));
    const places = new Set(fitting.map((value) => relation(group, value, groups, values)?.kind));
    for (const place of places) if (place) votes[place] += 1;
  }
  if (votes.above > votes.below && votes.above > votes.right) return 'above';
  return votes.below >= votes.right && votes.below > 0 ? 'below' : 'right';
}

function fits(role: Role, { date, text }: Value): boolean {
  if (DATES.has(role)) return date !== null;
  if (date !== null) return false;
  return FITTING[role]?.(text) ?? text.length > 0;
}

function isName(text: string): boolean {
  return nameIn(text) !== null;
}

/** A longer text holds the sex only where a letter for it begins the text, or stands behind what is no name. */
function isSex(text: string): boolean {
  if (text.length > 14 && !/^[MFX]\s/.test(text)) return sexBehind(text) !== null;
  return (sexIn(text) ?? mexicanSexIn(text)) !== null;
}

/** How a value stands to a label, undefined where it does not belong to it. */
function relation(
  group: Group,
  value: Value,
  groups: readonly Group[],
  values: readonly Value[],
): Relation | undefined {
  if (value.piece.row === group.pieces.at(-1)!.row) return inRow(group, value, groups);
  const height = Math.max(value.bottom - value.top, group.bottom - group.top);
  const down = (value.top + value.bottom - group.top - group.bottom) / 2 / height;
  if (Math.abs(down) < 0.45) return beside(group, value, groups, values, height);
  if (isNamed(value, groups) || isBesideItsLabel(group, value, groups, values, height)) return undefined;
  const limit = nextLabel(group, groups, height);
  if (value.left < group.left - height * 1.5 || value.left > Math.max(limit, group.left + height)) return undefined;
  if (Math.abs(down) > 2.3 || blocked(group, value, groups)) return undefined;
  const cost = 0.1 * Math.abs(down) + (0.04 * Math.abs(value.left - group.left)) / height;
  return { kind: down > 0 ? 'below' : 'above', cost, adjacent: false };
}

/** Whether the words of a label for names stand right before a value: it belongs to no label above or below. */
function isNamed({ piece: { row, place } }: Value, groups: readonly Group[]): boolean {
  return groups.some(
    (group) =>
      group.row === row &&
      (NAMES.has(group.role) || group.role === 'former') &&
      !isCoded(group) &&
      group.pieces.at(-1)!.place === place - 1,
  );
}

/**
 * Whether a value begins beyond the end of this label, and another label that it fits stands level with it. It is the
 * other's, however wide the gap between them is.
 */
function isBesideItsLabel(
  group: Group,
  value: Value,
  groups: readonly Group[],
  values: readonly Value[],
  height: number,
): boolean {
  if (value.left <= group.right) return false;
  return groups.some(
    (other) =>
      other !== group &&
      level(other, value) &&
      fits(other.role, value) &&
      beside(other, value, groups, values, height) !== undefined,
  );
}

/** A value behind its label, in a row that was read as one. */
function inRow(group: Group, value: Value, groups: readonly Group[]): Relation | undefined {
  const last = group.pieces.at(-1)!;
  if (value.piece.place <= last.place) return undefined;
  const between = groups.some(
    (other) => other.row === last.row && other.left > group.left && other.right <= value.left + 1,
  );
  return between ? undefined : { kind: 'right', cost: 0, adjacent: true };
}

/** A value to the right of its label, in a row of its own. */
function beside(
  group: Group,
  value: Value,
  groups: readonly Group[],
  values: readonly Value[],
  height: number,
): Relation | undefined {
  const gap = (value.left - group.right) / height;
  if (gap < -0.6 || gap > (isCoded(group) ? FAR_CODE : FAR_LABEL)) return undefined;
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

/** Another label stands between, in the same column. The code of the same field does not count. */
function blocked(group: Group, value: Value, groups: readonly Group[]): boolean {
  const [from, to] = value.top > group.top ? [group, value] : [value, group];
  return groups.some((other) => {
    if (other === group || other.row === group.row || (other.role === group.role && isCoded(other))) return false;
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
