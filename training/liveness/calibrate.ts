// npm run train:liveness: writes the calibrations of liveness models into their manifests.
// They follow from the committed values of labelled frames; `npm run bench:liveness` shows each source left out.
import { readFileSync, writeFileSync } from 'node:fs';
import { readValues, VALUES } from '../../bench/liveness/values.ts';
import { fitCalibration, fitted, untriedSurroundings } from './fit.ts';

const MANIFESTS = {
  bundled: new URL('../../src/faces/liveness/model/manifest.json', import.meta.url),
  surroundings: new URL('../../src/faces/liveness/surroundings/manifest.json', import.meta.url),
  minifasnet: new URL('../../src/faces/liveness/minifasnet/manifest.json', import.meta.url),
} as const;

const seen = fitted(readValues(readFileSync(VALUES, 'utf8')).get('none')!);
const untried = untriedSurroundings(seen);
for (const [model, file] of Object.entries(MANIFESTS)) {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  const calibration = fitCalibration(seen, model as keyof typeof MANIFESTS);
  const estimated = { ...manifest, calibration, ...('untried' in manifest && { untried }) };
  writeFileSync(file, `${JSON.stringify(estimated, null, 2)}\n`);
  process.stdout.write(`${model}: ${JSON.stringify(calibration)}\n`);
}
