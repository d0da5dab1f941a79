/** A list of whole numbers that keeps its memory. */
export class Growing {
  values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const more = new Uint32Array(this.length * 2);
      more.set(this.values);
      this.values = more;
    }
    this.values[this.length++] = value;
  }
}
