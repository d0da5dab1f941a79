/** What stands in the place of a database: nothing yet, or records of some version. */
export interface DatabaseCondition {
  /** Version of the records that were found; 0 where there are none yet. */
  readonly found: number;
  /** The version that this program brings them to. */
  readonly known: number;
  /** Undefined for SQLite. */
  readonly server: ServerCondition | undefined;
}

/** A PostgreSQL server as one connection sees it. */
export interface ServerCondition {
  /** `15.4`. */
  readonly version: string;
  readonly major: number;
  /** The server's clock minus this machine's, in milliseconds, less half of what the question took. */
  readonly clockAheadMs: number;
  /** Whether this connection is encrypted. */
  readonly encrypted: boolean;
  /** A replica, which takes no writes. */
  readonly standby: boolean;
  /** Settings that must be on for a commit to last: those that are off. */
  readonly unsafe: readonly string[];
  /** Connections that the server takes from everybody together. */
  readonly maxConnections: number;
  /** Connections that one node may open. */
  readonly connectionsPerNode: number;
  /** Names of the nodes that are alive, in the order of their names. */
  readonly nodes: readonly string[];
}

/** A replica that answers large reads, as one connection sees it. */
export interface ReplicaCondition {
  readonly encrypted: boolean;
  /** False where it takes writes, as after it was promoted. */
  readonly standby: boolean;
  /** Whether it has the records of the primary. */
  readonly isSame: boolean;
  /** So many bytes of the primary's log wait there; undefined where it is no replica. */
  readonly behindBytes: number | undefined;
}
