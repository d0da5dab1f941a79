// What `@types/node` leaves out of the WebAssembly JavaScript interface, as far as it is used here.
declare namespace WebAssembly {
  class Memory {
    constructor(options: { readonly initial: number });
    readonly buffer: ArrayBuffer;
    /** By so many pages of 64 KiB. What was a view of `buffer` is empty then. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}
