/** Problems of single fields by their names, so that a page can show each beside its field; answered with 400. */
export class FieldsRefused extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super(Object.values(fields)[0] ?? 'Something in this form is wrong.');
    this.name = 'FieldsRefused';
    this.fields = fields;
  }
}
