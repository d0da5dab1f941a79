import './no-telemetry.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Values of a tensor in row-major order, with its shape. */
export interface Values {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** An ONNX model on the CPU. Running one blocks the thread it runs on, so models live in worker threads. */
export class Model {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /**
   * `source` is a file or the bytes of an ONNX model. Throws where it is none. A model whose inputs differ much in size
   * should not keep the memory of the largest one: that costs it a tenth of its speed. With several `threads` it takes
   * processors that are idle, and no more time of all of them together.
   */
  static async open(source: string | Uint8Array, { keepMemory = true, threads = 1 } = {}): Promise<Model> {
    const options: InferenceSession.SessionOptions = {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      enableCpuMemArena: keepMemory,
      enableMemPattern: keepMemory,
      logSeverityLevel: 3,
      // Threads that wait busily would take time from the other workers.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    };
    const session = await (typeof source === 'string'
      ? InferenceSession.create(source, options)
      : InferenceSession.create(source, options));
    return new Model(session);
  }

  get inputs(): readonly string[] {
    return this.#session.inputNames;
  }

  /** Feeds inputs by name and gives every output by name. */
  async run(inputs: Readonly<Record<string, Values>>): Promise<Record<string, Values>> {
    const feeds: Record<string, Tensor> = {};
    for (const [name, { data, dims }] of Object.entries(inputs)) feeds[name] = new Tensor('float32', data, dims);
    const results = await this.#session.run(feeds);
    const outputs: Record<string, Values> = {};
    for (const [name, tensor] of Object.entries(results)) {
      outputs[name] = { data: tensor.data as Float32Array, dims: tensor.dims };
    }
    return outputs;
  }

  /** Runs the network on its first input and gives its first output. */
  async firstOutput(input: Values): Promise<Values> {
    const outputs = await this.run({ [this.inputs[0]!]: input });
    return outputs[this.#session.outputNames[0]!]!;
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}
