/** Who did something: `operator` (the command line), `service`, or `key:<id>`. Never a person's name. */
export type Actor = string;
