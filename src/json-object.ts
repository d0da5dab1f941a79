/** An object of JSON that was parsed, whatever its members are. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed value is an object, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
