/** Rows that one transaction sweeps. */
export const SWEPT_ROWS = 1_000;
