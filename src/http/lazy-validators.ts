import AjvCompiler from '@fastify/ajv-compiler';

type BuildValidator = ReturnType<typeof AjvCompiler>;
type Compile = ReturnType<BuildValidator>;
interface Route {
  readonly schema: { readonly properties?: Readonly<Record<string, unknown>> };
  readonly httpPart?: string;
}

/**
 * Compiles the check of a request's part when such a request comes for the first time. Each takes a millisecond or two,
 * and there are hundreds.
 */
export function lazyValidators(): BuildValidator {
  const build = AjvCompiler();
  return (schemas, options) => {
    let compile: Compile | undefined;
    return ((route: Route) => {
      let check: ReturnType<Compile> | undefined;
      const validate = Object.assign(
        (data: unknown): unknown => {
          compile ??= build(schemas, options);
          check ??= compile(ofRequest(route) as never);
          const isValid = check(data);
          validate.errors = check.errors;
          return isValid;
        },
        { errors: undefined as ReturnType<Compile>['errors'] },
      );
      return validate;
    }) as never;
  };
}

/** Node.js gives the names of headers in small letters. Fastify adapts schemas for its own compiler alone. */
function ofRequest(route: Route): Route {
  const { httpPart, schema } = route;
  if (httpPart !== 'headers' || !schema.properties) return route;
  const properties = Object.entries(schema.properties).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...route, schema: { ...schema, properties: Object.fromEntries(properties) } };
}
