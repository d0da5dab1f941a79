import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import { makeDirectory, unwritable } from '../file-failure.ts';
import type { ImageKind } from '../images/port.ts';
import type { Command } from './command.ts';
import { label, option, positional, required, wholeNumber } from './values.ts';

export const imagesExport: Command = {
  name: 'images export',
  summary: "Decrypts a verification's images for a reviewer on this machine; audited",
  usage: `
  VERIFICATION   id of the verification
  --reason TEXT  why, for the audit log; without names of people
  --out DIR      where the files go: verification-ID-document.jpg and -selfie.jpg (or .png), from a link also -back and
                 -step-1 to -step-3; nothing is overwritten`,
  options: { reason: { type: 'string' }, out: { type: 'string' } },
  async run({ values, positionals, config, print }) {
    const [given] = positional(positionals, this.name, ['VERIFICATION']);
    const id = wholeNumber(given!, 'VERIFICATION');
    const reason = required(label(values, 'reason'), this.name, '--reason TEXT');
    const out = required(option(values, 'out'), this.name, '--out DIR');
    const [{ withRecords }, { ImageVault }, { exportImages }] = await Promise.all([
      import('../open-records.ts'),
      import('../images/vault.ts'),
      import('../use-cases/upkeep.ts'),
    ]);
    const files = await withRecords(config, async (records) => {
      const images = await exportImages({ records, images: await ImageVault.open(config) }, id, reason, 'operator');
      return writeImages(out, id, images);
    });
    print({ verification: id, files }, files.join('\n'));
  },
};

export const imagesRotate: Command = {
  name: 'images rotate',
  summary: 'Makes a new master key and wraps the key of every stored image under it',
  usage: `
  The images themselves are not encrypted anew. A running service goes on and uses the new key at once. With
  TOUCHSTONE_MASTER_KEY put the new key before the former one, separated by a comma, restart, run this, and take the former one away.`,
  options: {},
  async run({ positionals, config, print }) {
    positional(positionals, this.name, []);
    const [{ withRecords }, { ImageVault }, { masterSecretsAtHand }, { rotateMasterKey }] = await Promise.all([
      import('../open-records.ts'),
      import('../images/vault.ts'),
      import('../images/master-keys.ts'),
      import('../use-cases/upkeep.ts'),
    ]);
    const [{ TotpSecrets }, { WebhookSecrets }] = await Promise.all([
      import('../accounts/totp-secrets.ts'),
      import('../webhooks/secrets.ts'),
    ]);
    const masters = () => masterSecretsAtHand(config);
    const sealed = { secrets: new WebhookSecrets(masters), totpSecrets: new TotpSecrets(masters) };
    const { changed: images, damaged } = await withRecords(config, async (records) =>
      rotateMasterKey({ records, images: await ImageVault.open(config), ...sealed }, 'operator'),
    );
    print(
      { images, damaged },
      `The keys of ${images} images are wrapped under the new master key. Back it up apart from the data.`,
    );
    if (damaged.length > 0) {
      throw new TouchstoneError('damaged', `${damaged.join(' ')} Those stay as they are, and so do the former keys.`);
    }
  },
};

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Writes decrypted images for this user alone; gives the paths. Throws `usage` where a file is already there. */
async function writeImages(
  directory: string,
  verification: number,
  images: ReadonlyMap<ImageKind, Uint8Array>,
): Promise<string[]> {
  const folder = resolve(directory);
  await makeDirectory(folder);
  const paths: string[] = [];
  for (const [kind, bytes] of images) {
    const extension = PNG_SIGNATURE.equals(bytes.subarray(0, 4)) ? 'png' : 'jpg';
    const path = join(folder, `verification-${verification}-${kind}.${extension}`);
    const file = await open(path, 'wx', 0o600).catch((cause) => {
      throw unwritable(path, cause);
    });
    await file.writeFile(bytes).finally(() => file.close());
    paths.push(path);
  }
  return paths;
}
