/** The variables that begin with `AWS_`. */
export type AwsVariables = Readonly<Record<string, string>>;

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that end by themselves. */
  readonly sessionToken?: string;
  /** When new ones are to be fetched, in milliseconds of the clock. Undefined: they may change at any time. */
  readonly renewAt?: number;
}
