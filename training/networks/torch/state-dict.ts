import { TouchstoneError } from '../../../src/errors.ts';
import { Opaque, type Pickled, PickleError, readPickle } from './pickle.ts';

/** A tensor of 32 bit floats in row-major order. */
export interface Tensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** The tensors of a network by name. */
export type StateDict = ReadonlyMap<string, Tensor>;

/** What torch.save wrote before version 1.6: five pickles, then each storage as its length and its numbers. */
const MAGIC = 0x1950a86a20f9469cfc6cn;
const PROTOCOL_VERSION = 1001;
const BYTES_OF = { 'torch.FloatStorage': 4, 'torch.LongStorage': 8 } as const;
const MAX_DIMS = 8;

interface Storage {
  readonly key: string;
  readonly type: keyof typeof BYTES_OF;
  readonly length: number;
}

interface View {
  readonly storage: Storage;
  readonly offset: number;
  readonly dims: readonly number[];
}

/**
 * Reads the 32 bit tensors of a state dictionary in PyTorch's serialisation from before 1.6. Tensors of whole numbers,
 * such as counts of batches, are left out. Nothing in the file is executed. Throws `usage`, with `name` of the file.
 */
export function readStateDict(bytes: Uint8Array, name: string): StateDict {
  try {
    return read(bytes);
  } catch (error) {
    if (!(error instanceof PickleError)) throw error;
    throw new TouchstoneError('usage', `${name} is no state dictionary in PyTorch's older form: ${error.message}.`);
  }
}

function read(bytes: Uint8Array): StateDict {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw new PickleError('it is an archive, as PyTorch writes since 1.6');
  const magic = readPickle(bytes, 0, NOTHING);
  if (magic.value !== MAGIC) throw new PickleError('it does not begin as such a file does');
  const version = readPickle(bytes, magic.end, NOTHING);
  if (version.value !== PROTOCOL_VERSION) throw new PickleError('it has another version');
  const system = readPickle(bytes, version.end, NOTHING);
  if (!(system.value instanceof Map) || system.value.get('little_endian') !== true) {
    throw new PickleError('its numbers are not little-endian');
  }
  const storages = new Map<string, Storage>();
  const { value: dictionary, end } = readPickle(bytes, system.end, tensors(storages));
  const keys = readPickle(bytes, end, NOTHING);
  if (!(dictionary instanceof Map)) throw new PickleError('it holds no dictionary');
  const places = placesOf(bytes, keys.value, keys.end, storages);
  const found = new Map<string, Tensor>();
  for (const [key, entry] of dictionary) {
    const view = entry instanceof Opaque ? entry.value : undefined;
    if (typeof key !== 'string' || !isView(view)) throw new PickleError('it holds something that is no tensor');
    if (view.storage.type === 'torch.FloatStorage') found.set(key, tensorOf(bytes, view, places));
  }
  return found;
}

const NOTHING = {
  global: () => undefined,
  reduce: refuse,
  persistent: refuse,
};

function refuse(): never {
  throw new PickleError('it holds an object where plain values belong');
}

/** The names that a state dictionary is made of. Storages that are named go into `storages`. */
function tensors(storages: Map<string, Storage>) {
  const names = ['collections.OrderedDict', 'torch._utils._rebuild_tensor_v2', ...Object.keys(BYTES_OF)];
  const globals = new Map(names.map((name) => [name, new Opaque(name)]));
  return {
    global: (name: string) => globals.get(name),
    reduce({ value: name }: Opaque, args: readonly Pickled[]): Pickled {
      if (name === 'collections.OrderedDict' && args.length === 0) return new Map();
      if (name === 'torch._utils._rebuild_tensor_v2') return new Opaque(viewOf(args));
      throw new PickleError('it builds something that is no tensor');
    },
    persistent(id: Pickled): Pickled {
      const storage = storageOf(id);
      const earlier = storages.get(storage.key);
      if (earlier && (earlier.type !== storage.type || earlier.length !== storage.length)) {
        throw new PickleError('it describes one storage in two ways');
      }
      storages.set(storage.key, storage);
      return new Opaque(storage);
    },
  };
}

/** From ('storage', type, key, device, length, view). */
function storageOf(id: Pickled): Storage {
  const [kind, type, key, , length, view] = Array.isArray(id) ? id : [];
  const name = type instanceof Opaque ? type.value : undefined;
  const isKnown = kind === 'storage' && view === null && typeof key === 'string' && isCount(length);
  if (!isKnown || typeof name !== 'string' || !(name in BYTES_OF)) throw new PickleError('it names no known storage');
  return { key, type: name as Storage['type'], length };
}

/** From (storage, offset, dimensions, strides, …). Only tensors that lie in one piece are read. */
function viewOf([stored, offset, dims, strides]: readonly Pickled[]): View {
  const storage = stored instanceof Opaque ? stored.value : undefined;
  if (!isStorage(storage) || !isCount(offset) || !isCounts(dims) || !isCounts(strides)) {
    throw new PickleError('it describes a tensor wrongly');
  }
  let length = 1;
  for (let at = dims.length - 1; at >= 0; at--) {
    if (dims[at]! > 1 && strides[at] !== length) throw new PickleError('it holds a tensor that is not in one piece');
    length *= dims[at]!;
  }
  if (dims.length !== strides.length || offset + length > storage.length) {
    throw new PickleError('it holds a tensor that is larger than its storage');
  }
  return { storage, offset, dims };
}

/** Where the numbers of each storage begin. */
function placesOf(bytes: Uint8Array, keys: Pickled, start: number, storages: ReadonlyMap<string, Storage>) {
  if (!Array.isArray(keys)) throw new PickleError('it has no list of storages');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = new Map<string, number>();
  let at = start;
  for (const key of keys) {
    const storage = typeof key === 'string' ? storages.get(key) : undefined;
    if (!storage || places.has(storage.key))
      throw new PickleError('it lists a storage that no tensor has, or one twice');
    const end = at + 8 + storage.length * BYTES_OF[storage.type];
    if (end > bytes.length) throw new PickleError('it ends too early');
    if (view.getBigInt64(at, true) !== BigInt(storage.length)) throw new PickleError('a storage has another length');
    places.set(storage.key, at + 8);
    at = end;
  }
  return places;
}

function tensorOf(bytes: Uint8Array, { storage, offset, dims }: View, places: ReadonlyMap<string, number>): Tensor {
  const start = places.get(storage.key);
  if (start === undefined) throw new PickleError('a storage is missing');
  const length = dims.reduce((product, dim) => product * dim, 1);
  const from = start + offset * 4;
  // Copied, since it may begin anywhere.
  return { dims, data: new Float32Array(new Uint8Array(bytes.subarray(from, from + length * 4)).buffer) };
}

function isCount(value: Pickled | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 2 ** 31;
}

function isCounts(value: Pickled | undefined): value is number[] {
  return Array.isArray(value) && value.length <= MAX_DIMS && value.every(isCount);
}

function isStorage(value: unknown): value is Storage {
  return typeof value === 'object' && value !== null && 'length' in value && 'key' in value;
}

function isView(value: unknown): value is View {
  return typeof value === 'object' && value !== null && 'storage' in value;
}
