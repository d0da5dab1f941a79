import { copied } from '../copied.ts';

/** A list of whole numbers that keeps its memory. */
export class Growing {
  values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.values = copied(new Uint32Array(this.length * 2), this.values);
    this.values[this.length++] = value;
  }
}
