import type { Command } from './command.ts';
import { label, option, positional, required, wholeNumber } from './values.ts';

export const command: Command = {
  name: 'images export',
  summary: "Decrypts a verification's two images for a reviewer on this machine; audited",
  usage: `
  VERIFICATION   id of the verification
  --reason TEXT  why, for the audit log; without names of people
  --out DIR      where the files go: verification-ID-document.jpg and -selfie.jpg (or .png); nothing is overwritten`,
  options: { reason: { type: 'string' }, out: { type: 'string' } },
  async run({ values, positionals, config, print }) {
    const [given] = positional(positionals, this.name, ['VERIFICATION']);
    const id = wholeNumber(given!, 'VERIFICATION');
    const reason = required(label(values, 'reason'), this.name, '--reason TEXT');
    const out = required(option(values, 'out'), this.name, '--out DIR');
    const [{ withRecords }, { ImageVault }, { writeImages }, { exportImages }] = await Promise.all([
      import('../open-records.ts'),
      import('../images/vault.ts'),
      import('./image-files.ts'),
      import('../use-cases/upkeep.ts'),
    ]);
    const files = await withRecords(config, async (records) => {
      const images = await exportImages({ records, images: await ImageVault.open(config) }, id, reason, 'operator');
      return writeImages(out, id, images);
    });
    print({ verification: id, files }, files.join('\n'));
  },
};
