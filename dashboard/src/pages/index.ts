import type { ComponentType } from 'preact';

/** Every page behind the sign-in, and the two that need none, by their path. */
export const PAGES: readonly (readonly [path: string, component: ComponentType])[] = [];
