import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'images rotate',
  summary: 'Makes a new master key and wraps the key of every stored image under it',
  usage: `
  The images themselves are not encrypted anew. A running service goes on and uses the new key at once. With
  TOUCHSTONE_MASTER_KEY put the new key before the former one, separated by a comma, restart, run this, and take the former one away.`,
  options: {},
  async run({ positionals, config, print }) {
    positional(positionals, this.name, []);
    const [{ withRecords }, { ImageVault }, { masterSecretsAtHand }, { WebhookSecrets }, { rotateMasterKey }] =
      await Promise.all([
        import('../open-records.ts'),
        import('../images/vault.ts'),
        import('../images/master-keys.ts'),
        import('../webhooks/secrets.ts'),
        import('../use-cases/upkeep.ts'),
      ]);
    const secrets = new WebhookSecrets(() => masterSecretsAtHand(config));
    const { changed: images, damaged } = await withRecords(config, async (records) =>
      rotateMasterKey({ records, images: await ImageVault.open(config), secrets }, 'operator'),
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
