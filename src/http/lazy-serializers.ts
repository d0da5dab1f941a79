import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

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
