import type { Failed } from './wire.ts';

/** Problems of single fields by their names, so that a page can show each beside its field; answered with 400. */
export class FieldsRefused extends Error {
  readonly fields: Readonly<Record<string, string>>;
  /** Tells the sentence of a single field in other languages. */
  readonly reason: Failed['reason'];

  constructor(fields: Readonly<Record<string, string>>, reason?: Failed['reason']) {
    super(Object.values(fields)[0] ?? 'Something in this form is wrong.');
    this.name = 'FieldsRefused';
    this.fields = fields;
    this.reason = reason;
  }
}
