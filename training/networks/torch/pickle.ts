/** What a pickle can hold here. Lists and tuples are arrays, a dictionary is a map. The caller makes each `Opaque`. */
export type Pickled = null | boolean | number | bigint | string | Pickled[] | Map<Pickled, Pickled> | Opaque;

/** Something that only the caller knows how to read. */
export class Opaque {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** What may be asked for by name, and what then comes of it. Nothing else is ever looked up, and nothing is run. */
export interface Known {
  /** The object of a name such as `torch._utils._rebuild_tensor_v2`; undefined refuses the file. */
  global(name: string): Opaque | undefined;
  /** What a known object gives for these arguments. */
  reduce(global: Opaque, args: readonly Pickled[]): Pickled;
  /** What a persistent id stands for. */
  persistent(id: Pickled): Pickled;
}

/** A pickle that is damaged, or that asks for something unknown. The message is the reason, without a full stop. */
export class PickleError extends Error {}

/** Where a list of arguments began. */
const MARK = Symbol('mark');
type Entry = Pickled | typeof MARK;

/** More than any state dictionary needs. */
const MAX_TEXT = 4096;

/** Opcodes of Python's pickle protocol 2 (PEP 307), only those that a state dictionary is written with. */
const HANDLERS: Readonly<Record<number, (machine: Machine) => void>> = {
  40: (machine) => machine.push(MARK),
  78: (machine) => machine.push(null),
  136: (machine) => machine.push(true),
  137: (machine) => machine.push(false),
  75: (machine) => machine.push(machine.unsigned(1)),
  77: (machine) => machine.push(machine.unsigned(2)),
  74: (machine) => machine.push(machine.unsigned(4) | 0),
  138: (machine) => machine.push(machine.long()),
  88: (machine) => machine.push(machine.text(machine.unsigned(4))),
  125: (machine) => machine.push(new Map()),
  93: (machine) => machine.push([]),
  41: (machine) => machine.push([]),
  116: (machine) => machine.push(machine.marked()),
  133: (machine) => machine.push(machine.last(1)),
  134: (machine) => machine.push(machine.last(2)),
  135: (machine) => machine.push(machine.last(3)),
  97: (machine) => machine.append(machine.last(1)),
  101: (machine) => machine.append(machine.marked()),
  115: (machine) => machine.set(machine.last(2)),
  117: (machine) => machine.set(machine.marked()),
  113: (machine) => machine.remember(machine.unsigned(1)),
  114: (machine) => machine.remember(machine.unsigned(4)),
  104: (machine) => machine.recall(machine.unsigned(1)),
  106: (machine) => machine.recall(machine.unsigned(4)),
  99: (machine) => machine.global(),
  82: (machine) => machine.reduce(),
  81: (machine) => machine.persistent(),
  // Attributes of an object, such as the versions of its modules: nothing here needs them.
  98: (machine) => machine.pop(),
};
const [PROTOCOL, STOP] = [0x80, 0x2e];

/** Reads one pickle that begins at `start`. Throws `PickleError`. It follows data and executes nothing. */
export function readPickle(bytes: Uint8Array, start: number, known: Known): { value: Pickled; end: number } {
  const machine = new Machine(bytes, start, known);
  if (machine.unsigned(1) !== PROTOCOL || machine.unsigned(1) !== 2)
    throw new PickleError('it is no pickle of protocol 2');
  for (;;) {
    const code = machine.unsigned(1);
    if (code === STOP) return { value: machine.pop(), end: machine.at };
    const handle = HANDLERS[code];
    if (!handle) throw new PickleError(`it uses the opcode 0x${code.toString(16)}, which no state dictionary needs`);
    handle(machine);
  }
}

/** The stack and the memo of one pickle. */
class Machine {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #known: Known;
  readonly #stack: Entry[] = [];
  readonly #memo = new Map<number, Pickled>();
  at: number;

  constructor(bytes: Uint8Array, start: number, known: Known) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#known = known;
    this.at = start;
  }

  push(entry: Entry): void {
    this.#stack.push(entry);
  }

  pop(): Pickled {
    const entry = this.#stack.pop();
    if (entry === undefined || entry === MARK) throw new PickleError('it takes from an empty stack');
    return entry;
  }

  /** The topmost entries, lowest first. */
  last(count: number): Pickled[] {
    return Array.from({ length: count }, () => this.pop()).reverse();
  }

  /** Everything above the last mark, which goes too. */
  marked(): Pickled[] {
    const mark = this.#stack.lastIndexOf(MARK);
    if (mark < 0) throw new PickleError('it ends a list that it did not begin');
    return this.#stack.splice(mark).slice(1) as Pickled[];
  }

  append(items: readonly Pickled[]): void {
    const list = this.#stack.at(-1);
    if (!Array.isArray(list)) throw new PickleError('it appends to something that is no list');
    for (const item of items) list.push(item);
  }

  set(items: readonly Pickled[]): void {
    const map = this.#stack.at(-1);
    if (!(map instanceof Map) || items.length % 2 !== 0)
      throw new PickleError('it fills something that is no dictionary');
    for (let at = 0; at < items.length; at += 2) map.set(items[at]!, items[at + 1]!);
  }

  remember(key: number): void {
    const entry = this.#stack.at(-1);
    if (entry === undefined || entry === MARK) throw new PickleError('it remembers nothing');
    this.#memo.set(key, entry);
  }

  recall(key: number): void {
    const entry = this.#memo.get(key);
    if (entry === undefined) throw new PickleError('it recalls what it never remembered');
    this.push(entry);
  }

  global(): void {
    const name = `${this.#line()}.${this.#line()}`;
    const found = this.#known.global(name);
    if (!found) throw new PickleError(`it asks for ${JSON.stringify(name)}, which no state dictionary needs`);
    this.push(found);
  }

  reduce(): void {
    const [callable, args] = this.last(2);
    if (!(callable instanceof Opaque) || !Array.isArray(args))
      throw new PickleError('it calls something that is no name');
    this.push(this.#known.reduce(callable, args));
  }

  persistent(): void {
    this.push(this.#known.persistent(this.pop()));
  }

  unsigned(size: 1 | 2 | 4): number {
    this.#need(size);
    const { at } = this;
    this.at += size;
    if (size === 1) return this.#bytes[at]!;
    return size === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true);
  }

  /** A whole number of up to 255 bytes, two's complement. */
  long(): number | bigint {
    const size = this.unsigned(1);
    this.#need(size);
    let value = 0n;
    for (let at = size - 1; at >= 0; at--) value = (value << 8n) | BigInt(this.#bytes[this.at + at]!);
    this.at += size;
    const signed = BigInt.asIntN(size * 8, value);
    return Number.isSafeInteger(Number(signed)) ? Number(signed) : signed;
  }

  text(length: number): string {
    if (length > MAX_TEXT) throw new PickleError('it holds a text that is too long');
    this.#need(length);
    const text = new TextDecoder().decode(this.#bytes.subarray(this.at, this.at + length));
    this.at += length;
    return text;
  }

  #line(): string {
    const end = this.#bytes.indexOf(0x0a, this.at);
    if (end < 0) throw new PickleError('it ends too early');
    const line = this.text(end - this.at);
    this.at = end + 1;
    return line;
  }

  #need(size: number): void {
    if (this.at + size > this.#bytes.length) throw new PickleError('it ends too early');
  }
}
