/** Numbers of advisory locks. They are the program's own: other programs have other databases. */
export const LOCKS = {
  migrations: 7_105_001,
  audit: 7_105_002,
  /** Shared by who stores a customer's screening, alone for who looks which of them are stored. */
  customerScreenings: 7_105_003,
  /** With the hash of an address: who accepts an invitation of it. */
  address: 7_105_004,
  /** With the hash of the work's name: who does what only one process may do at a time. */
  alone: 7_105_005,
  partitions: 7_105_006,
} as const;

export type LockName = keyof typeof LOCKS;
