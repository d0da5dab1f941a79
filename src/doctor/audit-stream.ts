import { streamId } from '../audit-stream/audit-stream.ts';
import type { Config } from '../config.ts';
import type { Records } from '../records/port.ts';
import { type Finding, Findings } from './finding.ts';

const HOUR_MS = 3_600_000;
/** An entry that waits so long is worth a look, and so long has to be seen to. */
const LATE_MS = HOUR_MS;
const MUST_MS = 24 * HOUR_MS;

/** Whether whoever gets the audit log outside has it, and what waits. */
export async function lookAtAuditStream(config: Config, records: Records, now: Date): Promise<readonly Finding[]> {
  const findings = new Findings('audit-stream');
  if (!config.auditStream) return findings.orOk('Nobody gets the audit log outside (TOUCHSTONE_AUDIT_STREAM).');
  const { waiting, oldest, failingSince, error } = await records.audit.stream(streamId(config.auditStream));
  const since = failingSince ?? oldest;
  const waitsMs = waiting === 0 || since === null ? 0 : now.getTime() - Date.parse(since);
  if (waitsMs < LATE_MS && !failingSince) return findings.orOk(saidOf(waiting));
  const why = error ? ` ${error}` : '';
  const found = `${waiting} entries of the audit log wait for TOUCHSTONE_AUDIT_STREAM since ${since}.${why}`;
  const todo = 'Look at its address, and whether the receiver runs. Nothing is lost meanwhile: they wait in the log.';
  if (waitsMs >= MUST_MS) findings.must(found, todo);
  else findings.advise(found, todo);
  return findings.all;
}

function saidOf(waiting: number): string {
  if (waiting === 0) return 'The receiver of the audit stream has every entry.';
  return `The receiver of the audit stream takes entries; ${waiting} are on their way.`;
}
