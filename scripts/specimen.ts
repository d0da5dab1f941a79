// Draws the passport of an invented person and two selfies to try a verification with: npm run specimen -- [DIRECTORY] [SEED]
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { photograph } from '../test/specimens/photograph.ts';
import { selfie, stranger } from '../test/specimens/selfie.ts';
import { drawSpecimen } from '../test/specimens/specimen.ts';

const [directory = 'specimen', seed = '1'] = process.argv.slice(2);
const folder = resolve(directory);
const specimen = await drawSpecimen(seed, { kind: 'passport' });
const files = {
  'passport.jpg': photograph(specimen, seed).jpeg,
  'holder.jpg': selfie(specimen.holder, seed),
  'somebody-else.jpg': selfie(stranger(specimen.holder), seed),
};
await mkdir(folder, { recursive: true });
for (const [name, bytes] of Object.entries(files)) {
  await writeFile(join(folder, name), bytes);
  process.stdout.write(`${join(directory, name)}\n`);
}
