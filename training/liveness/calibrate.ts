// npm run train:liveness: writes the calibrations of liveness models into their manifests.
// They follow from the committed values of labelled frames; `npm run bench:liveness` shows each source left out.
import { readFileSync, writeFileSync } from 'node:fs';
import { readValues, VALUES } from '../../bench/liveness/values.ts';
import { fitCalibration, usable } from './fit.ts';

const MANIFESTS = {
  bundled: new URL('../../src/faces/liveness/model/manifest.json', import.meta.url),
  minifasnet: new URL('../../src/faces/liveness/minifasnet/manifest.json', import.meta.url),
} as const;

const seen = usable(readValues(readFileSync(VALUES, 'utf8')).get('none')!);
for (const [model, file] of Object.entries(MANIFESTS)) {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  const calibration = fitCalibration(seen, model as keyof typeof MANIFESTS);
  writeFileSync(file, `${JSON.stringify({ ...manifest, calibration }, null, 2)}\n`);
  process.stdout.write(`${model}: ${JSON.stringify(calibration)}\n`);
}
