import AjvCompiler from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { mayHoldLists, type NamedSchemas, oversized, type Shape } from './oversized.ts';
import { MAX_PROBLEMS } from './wire/failure.ts';

type BuildValidator = ReturnType<typeof AjvCompiler>;
type Compile = ReturnType<BuildValidator>;
type Errors = ReturnType<Compile>['errors'];
interface Route {
  readonly schema: Shape;
  readonly httpPart?: string;
}

/**
 * Compiles the check of a request's part when such a request comes for the first time. Each takes a millisecond or two,
 * and there are hundreds. Lists are counted before what is in them is looked at, and only the first problems are told.
 * So a body of nothing but mistakes costs no more than a right one.
 */
export function lazyValidators(): BuildValidator {
  const build = AjvCompiler();
  return (schemas, options) => {
    let compile: Compile | undefined;
    return ((route: Route) => {
      let check: ReturnType<Compile> | undefined;
      let isCounted: boolean | undefined;
      const validate = Object.assign(
        (data: unknown): unknown => {
          if (route.httpPart === 'body' && isCheckedAlready(data)) return true;
          isCounted ??= mayHoldLists(route.schema, schemas as NamedSchemas);
          const long = isCounted ? oversized(route.schema, data, schemas as NamedSchemas) : [];
          validate.errors = long as Errors;
          if (long.length > 0) return false;
          compile ??= build(schemas, options);
          check ??= compile(ofRequest(route) as never);
          const isValid = check(data);
          validate.errors = check.errors?.slice(0, MAX_PROBLEMS);
          return isValid;
        },
        { errors: undefined as Errors },
      );
      return validate;
    }) as never;
  };
}

/** A body that is no plain JSON was made by a reader of its own, which has checked it. */
function isCheckedAlready(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  return Object.getPrototypeOf(data) !== Object.prototype;
}

/** Node.js gives the names of headers in small letters. Fastify adapts schemas for its own compiler alone. */
function ofRequest(route: Route): Route {
  const { httpPart, schema } = route;
  if (httpPart !== 'headers' || !schema.properties) return route;
  const properties = Object.entries(schema.properties).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...route, schema: { ...schema, properties: Object.fromEntries(properties) } };
}

type BuildSerializer = ReturnType<typeof SerializerSelector>;

/**
 * Compiles the serialiser of an answer when that answer is given for the first time. Each takes some milliseconds, and
 * there are hundreds: a start would take seconds of processor time for answers that hardly anybody gets.
 */
export function lazySerializers(): BuildSerializer {
  const build = SerializerSelector();
  return (schemas, options) => {
    const compile = build(schemas, options);
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined;
      return (data) => {
        serialize ??= compile(route);
        return serialize(data);
      };
    };
  };
}
