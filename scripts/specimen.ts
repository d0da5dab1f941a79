// Draws the passport of an invented person and two selfies to try a verification with.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `npm run specimen -- [DIRECTORY] [SEED]

Draws the passport of an invented person and two selfies to try a verification with.
  DIRECTORY  where the three pictures go (default: specimen)
  SEED       another word draws another person (default: 1)
`;

const given = readArguments();
if (given.help) process.stdout.write(USAGE);
else await draw(given.directory, given.seed);

function readArguments() {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [directory = 'specimen', seed = '1', ...more] = positionals;
    if (more.length > 0) throw new Error(`It does not take "${more[0]}".`);
    return { help: values.help === true, directory, seed };
  } catch (error) {
    process.stderr.write(`specimen: ${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}

async function draw(directory: string, seed: string): Promise<void> {
  const [{ photograph }, { selfie, stranger }, { drawSpecimen }] = await Promise.all([
    import('../specimens/photograph.ts'),
    import('../specimens/selfie.ts'),
    import('../specimens/specimen.ts'),
  ]);
  const specimen = await drawSpecimen(seed, { kind: 'passport' });
  const files = {
    'passport.jpg': photograph(specimen, seed).jpeg,
    'holder.jpg': selfie(specimen.holder, seed),
    'somebody-else.jpg': selfie(stranger(specimen.holder), seed),
  };
  const folder = resolve(directory);
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(join(folder, name), bytes);
    process.stdout.write(`${join(directory, name)}\n`);
  }
}
