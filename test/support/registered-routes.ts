import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Every route of the services that start meanwhile, as they register them: whoever adds one need not think of it. */
export class RegisteredRoutes {
  readonly all: RouteOptions[] = [];

  collect(): void {
    subscribe('fastify.initialization', this.#listen);
  }

  stop(): void {
    unsubscribe('fastify.initialization', this.#listen);
  }

  readonly #listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void this.all.push(route));
  };
}
