import type { FailingAddress } from '../domain/snapshot.ts';
import type { ListState } from '../watchlists/list-status.ts';

/** Values that are read when Prometheus asks, not counted as they happen. Times are in seconds since 1970. */
export interface ServiceState {
  /** Searches, verifications, writes and deliveries to webhooks that wait. */
  queues(): Readonly<Record<'screening' | 'verification' | 'records' | 'webhooks', number>>;
  /** Whether requests are served, as `/health/ready` says. */
  ready(): Promise<boolean>;
  /** Webhooks that were switched off. */
  webhooksOff(): number;
  lists(): readonly ObservedList[];
  /** Seconds since the snapshot in force was made; undefined without one. */
  snapshotAge(): number | undefined;
  /** When the certificate ends. */
  certificateEnds(): number;
  /** Number of the last entry of the audit log that was seen; undefined before the first. */
  auditHead(): number | undefined;
  /** When the head of the audit chain was last delivered. 0: never. Undefined: nobody gets it. */
  auditHeadDelivered(): number | undefined;
  /** Entries that wait for the audit stream, and since when it fails; undefined each where that is not so. */
  auditStream(): { readonly waiting: number | undefined; readonly failingSince: number | undefined };
  /** Bytes of the disk of the data directory; undefined where the system does not say. */
  disk(): Promise<{ readonly free: number; readonly size: number } | undefined>;
}

/** A list that is enabled, in force, or had an error. */
export interface ObservedList {
  readonly source: string;
  readonly category: string;
  readonly state: ListState | 'starter';
  /** Somebody has to look for a newer one. */
  readonly overdue: boolean;
  readonly entries: number;
  /** Seconds since 1970. Undefined where that is unknown, and for a starter list or none. */
  readonly published: number | undefined;
  /** When it was last found to be the newest, or fetched. Undefined: never. */
  readonly checked: number | undefined;
  /** When its last refresh failed; undefined where it did not. */
  readonly failed: number | undefined;
  readonly failing: readonly FailingAddress[];
}

/** Takes a sample with its labels; one without a value is left out. */
export type SetGauge = (value: number | undefined, labels?: Record<string, string>) => void;

interface GaugeSpec {
  readonly name: string;
  readonly help: string;
  readonly labels?: string[];
  readonly read: (set: SetGauge) => void | Promise<void>;
}

/** What the service says of itself. Times end in `_timestamp_seconds`, as Prometheus has it. */
export function gaugesOf(state: ServiceState): readonly GaugeSpec[] {
  return [
    // First: asking whether records can be stored waits in a queue itself.
    {
      name: 'touchstone_queue_length',
      help: 'Work that waits.',
      labels: ['queue'],
      read: (set) => {
        for (const [queue, length] of Object.entries(state.queues())) set(length, { queue });
      },
    },
    {
      name: 'touchstone_ready',
      help: '1 where requests are served, as /health/ready says.',
      read: async (set) => set((await state.ready()) ? 1 : 0),
    },
    {
      name: 'touchstone_webhooks_off',
      help: 'Webhooks that were switched off.',
      read: (set) => set(state.webhooksOff()),
    },
    {
      name: 'touchstone_snapshot_age_seconds',
      help: 'Age of the snapshot in force.',
      read: (set) => set(state.snapshotAge()),
    },
    {
      name: 'touchstone_tls_expiry_timestamp_seconds',
      help: 'When the certificate ends.',
      read: (set) => set(state.certificateEnds()),
    },
    {
      name: 'touchstone_audit_head_sequence',
      help: 'Number of the last entry of the audit log, as of the last hour. It only grows.',
      read: (set) => set(state.auditHead()),
    },
    {
      name: 'touchstone_audit_head_delivered_timestamp_seconds',
      help: 'When the head of the audit chain was last handed over (TOUCHSTONE_AUDIT_HEAD); 0: never since the start.',
      read: (set) => set(state.auditHeadDelivered()),
    },
    {
      name: 'touchstone_audit_stream_waiting',
      help: 'Entries of the audit log that wait for TOUCHSTONE_AUDIT_STREAM, on the node that sends them.',
      read: (set) => set(state.auditStream().waiting),
    },
    {
      name: 'touchstone_audit_stream_failing_since_timestamp_seconds',
      help: 'Since when the receiver of the audit stream takes nothing; there while it does not.',
      read: (set) => set(state.auditStream().failingSince),
    },
    {
      name: 'touchstone_data_free_bytes',
      help: 'Free room on the disk of the data directory.',
      read: async (set) => set((await state.disk())?.free),
    },
    {
      name: 'touchstone_data_size_bytes',
      help: 'Size of the disk of the data directory.',
      read: async (set) => set((await state.disk())?.size),
    },
  ];
}

/** What the service says of each list, also of one that is missing or that the starter list stands in for. */
export function gaugesOfLists({ lists }: Pick<ServiceState, 'lists'>): readonly GaugeSpec[] {
  const each = (read: (list: ObservedList) => number | undefined) => (set: SetGauge) => {
    for (const list of lists()) set(read(list), { source: list.source, category: list.category });
  };
  const labels = ['source', 'category'];
  return [
    {
      name: 'touchstone_list_state',
      help: 'Always 1; the label says how the list stands: current, stale, unknown, missing or starter.',
      labels: [...labels, 'state'],
      read: (set) => {
        for (const { source, category, state } of lists()) set(1, { source, category, state });
      },
    },
    {
      name: 'touchstone_list_overdue',
      help: '1 where an old list was not found to be the newest for seven days, or for two while its refresh fails.',
      labels,
      read: each(({ overdue }) => (overdue ? 1 : 0)),
    },
    {
      name: 'touchstone_list_entries',
      help: 'Entries of the list in force.',
      labels,
      read: each((list) => list.entries),
    },
    {
      name: 'touchstone_list_published_timestamp_seconds',
      help: 'When the real list in force was published, where that is known.',
      labels,
      read: each(({ published }) => published),
    },
    {
      name: 'touchstone_list_checked_timestamp_seconds',
      help: 'When the list in force was last found to be the newest; 0: never.',
      labels,
      read: each(({ checked }) => checked ?? 0),
    },
    {
      name: 'touchstone_list_address_failing_since_timestamp_seconds',
      help: 'Since when an official address gives no list that can be used.',
      labels: ['source', 'address'],
      read: (set) => {
        for (const { source, failing } of lists()) {
          for (const { address, since } of failing) set(Date.parse(since) / 1000, { source, address });
        }
      },
    },
    {
      name: 'touchstone_list_last_error_timestamp_seconds',
      help: 'When the last refresh of the list failed; there while it fails.',
      labels,
      read: each(({ failed }) => failed),
    },
  ];
}
