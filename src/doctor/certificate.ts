import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config.ts';
import { fileFailure, isMissing } from '../file-failure.ts';
import { type Finding, Findings } from './finding.ts';

const DAY_MS = 86_400_000;
/** As docs/operations.md advises for an alert. */
const SOON_DAYS = 21;

/** The certificate of the listener: the files of the settings, or the self-signed one. */
export async function lookAtCertificate({ tls, dataDir }: Config, now: Date): Promise<readonly Finding[]> {
  const findings = new Findings('certificate');
  const files = tls ?? { cert: join(dataDir, 'tls', 'cert.pem'), key: join(dataDir, 'tls', 'key.pem') };
  const again = tls
    ? `Put a new one into ${tls.cert} and ${tls.key}: the service takes it within ten seconds.`
    : 'Restart the service.';
  try {
    const pem = await readFile(files.cert, 'utf8');
    const certificate = new X509Certificate(pem);
    createSecureContext({ cert: pem, key: await readFile(files.key, 'utf8') });
    lookAtDates(findings, certificate, again, now);
    const name = tls ? files.cert : 'The self-signed certificate';
    return findings.orOk(`${name} lasts until ${day(certificate.validToDate)}, and its key fits.`);
  } catch (error) {
    if (!tls && isMissing(error)) {
      return findings.orOk('There is none yet: the first start makes a self-signed one.');
    }
    findings.must(`The certificate ${files.cert} and its key cannot be used: ${fileFailure(error)}.`, again);
    return findings.all;
  }
}

function lookAtDates(
  findings: Findings,
  { validFromDate, validToDate }: X509Certificate,
  again: string,
  now: Date,
): void {
  const days = (validToDate.getTime() - now.getTime()) / DAY_MS;
  if (validFromDate > now) {
    const todo = 'Set the clock of this machine, or use a certificate that has begun.';
    findings.must(`The certificate is not valid before ${day(validFromDate)}.`, todo);
  } else if (days < 0) findings.must(`The certificate ended on ${day(validToDate)}: clients refuse it.`, again);
  else if (days < SOON_DAYS) {
    findings.advise(`The certificate ends on ${day(validToDate)}, in ${Math.floor(days)} days.`, again);
  }
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
