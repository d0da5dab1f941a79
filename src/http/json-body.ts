import { MAX_DEPTH, shapeProblem } from '../json-shape.ts';
import { say } from '../sentences.ts';
import type { App } from './app-type.ts';
import { invalid } from './wire/failure.ts';

/** More than any body that is right has: so many are read in some milliseconds, whatever they are. */
const MAX_VALUES = 20_000;

/**
 * JSON is the only body that is read. Bytes that are no UTF-8 are refused: replaced by U+FFFD they would screen another
 * name than the one that was sent.
 */
export function readJson(app: App): void {
  app.removeAllContentTypeParsers();
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  // Members that would reach Object.prototype are dropped like all unknown members.
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { config, schema } = request.routeOptions;
    // Many clients name the type of a body that they do not send.
    if (body.length === 0 && config.extension && !schema?.body) return done(null, undefined);
    if (body.length === 0) return done(invalid(['The body is empty; it must be a JSON object.']));
    const shape = shapeProblem(body as Buffer, MAX_VALUES);
    if (shape === 'too-deep') return done(invalid([say('body.too-deep', { most: MAX_DEPTH })]));
    if (shape) return done(invalid([say('body.too-many-values', { most: MAX_VALUES })]));
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(invalid(['The body is not valid UTF-8.']));
    }
    void parse(request, text, (error: Error | null, value?: unknown) =>
      error ? done(invalid(['The body is not valid JSON.'])) : done(null, value),
    );
  });
}

/**
 * A JSON object without its members that are null: for an optional one that says the same as leaving it out. `known`:
 * the names of such members; a null of any other name stays, to be refused.
 */
export function withoutNulls(body: unknown, known?: object): unknown {
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== Object.prototype) return body;
  const isLeftOut = ([name, value]: [string, unknown]) => value === null && (!known || Object.hasOwn(known, name));
  return Object.fromEntries(Object.entries(body).filter((member) => !isLeftOut(member)));
}
