// What `@types/node` leaves out of the WebAssembly JavaScript interface, as far as it is used here.
declare namespace WebAssembly {
  class Memory {
    constructor(options: { readonly initial: number });
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}
