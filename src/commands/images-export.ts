import { TouchstoneError } from '../errors.ts';
import type { ImageKind } from '../images/port.ts';
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
    const [{ withRecords }, { ImageVault }, { writeImages }] = await Promise.all([
      import('../open-records.ts'),
      import('../images/vault.ts'),
      import('./image-files.ts'),
    ]);
    const files = await withRecords(config, async (records) => {
      const made = await records.verifications.made([id]);
      if (!made.has(id)) throw new TouchstoneError('not-found', `There is no verification ${id}.`);
      const vault = new ImageVault(config);
      const images = new Map<ImageKind, Uint8Array>();
      for (const kind of ['document', 'selfie'] as const) {
        const image = await vault.get(id, kind);
        if (image) images.set(kind, image);
      }
      if (images.size === 0) {
        throw new TouchstoneError('not-found', `The images of verification ${id} were deleted after their retention.`);
      }
      // Audited before anything is readable: an export that then fails was still tried.
      const details = { reason, images: images.size };
      const subject = `verification:${id}`;
      await records.audit.append({ actor: 'operator', action: 'images.exported', subject, accountId: null, details });
      return writeImages(out, id, images);
    });
    print({ verification: id, files }, files.join('\n'));
  },
};
