/** `staging` and `sandbox` are services of their own beside the real one. The sandbox knows invented entries alone. */
export type Environment = 'production' | 'staging' | 'sandbox';
