/** A truth as a database gives it: SQLite has 0 and 1. */
export type Flag = boolean | number;
