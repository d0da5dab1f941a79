import { join } from 'node:path';
import type { Config } from '../config.ts';
import { sentence } from '../errors.ts';
import { checkManifest } from '../inference/manifest.ts';
import { LIVENESS_MODEL } from '../models/catalogue.ts';
import { type LivenessInUse, livenessInUse } from '../models/model-store.ts';
import { type Finding, Findings } from './finding.ts';

const INSTALL = `Run: touchstone models install ${LIVENESS_MODEL}`;

/** Which models are in use, and whether their files are what they were. */
export async function lookAtModels({ liveness, faceModel, dataDir }: Config): Promise<readonly Finding[]> {
  const findings = new Findings('models');
  await lookAtManifest(findings, 'TOUCHSTONE_FACE_MODEL', faceModel, 'face-embedding');
  const own = typeof liveness === 'object' ? liveness.manifest : undefined;
  await lookAtManifest(findings, 'TOUCHSTONE_LIVENESS', own, 'liveness');
  const inUse = await livenessInUse(liveness, join(dataDir, 'models'));
  LIVENESS[inUse](findings);
  return findings.all;
}

/** What each state of liveness means for verifications. */
const LIVENESS: Readonly<Record<LivenessInUse, (findings: Findings) => void>> = {
  bundled: (findings) => findings.ok('Liveness rests on the two models that come with Touchstone.'),
  installed: (findings) => findings.ok('Liveness rests on three models: the two bundled ones and the installed one.'),
  own: (findings) => findings.ok('Liveness rests on a model of your own (TOUCHSTONE_LIVENESS).'),
  off: (findings) =>
    findings.advise(
      'Liveness is off, so every verification goes to a person at best.',
      'Set TOUCHSTONE_LIVENESS to on, unless that is what you want.',
    ),
  damaged: (findings) =>
    findings.must('The installed liveness model is damaged, so only the two bundled ones are asked.', INSTALL),
};

async function lookAtManifest(
  findings: Findings,
  setting: string,
  manifest: string | undefined,
  purpose: 'liveness' | 'face-embedding',
): Promise<void> {
  if (manifest === undefined) return;
  try {
    await checkManifest(manifest, purpose);
  } catch (error) {
    findings.must(sentence(error), `Put back the files that ${setting} names, or unset it.`);
  }
}
