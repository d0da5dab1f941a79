/** What the list of the sandbox can be asked for. `fail`: a refresh that fails, so that hooks are told of one. */
export const SANDBOX_CHANGES = ['add', 'change', 'remove', 'fail'] as const;
export type SandboxChange = (typeof SANDBOX_CHANGES)[number];
