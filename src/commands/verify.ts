import { faceModels } from '../config.ts';
import { TouchstoneError } from '../errors.ts';
import type { VerificationOutcome } from '../verification/outcome.ts';
import type { Command } from './command.ts';
import { pictureFile } from './pictures.ts';
import { option, positional, required } from './values.ts';

export const command: Command = {
  name: 'verify',
  summary: 'Verifies an identity document against a selfie without storing anything',
  usage: `
  --document FILE  the side of the document that shows the portrait; JPEG or PNG, at most 10 MB
  --selfie FILE    the face of its holder`,
  options: { document: { type: 'string' }, selfie: { type: 'string' } },
  native: true,
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const document = await pictureFile(required(option(values, 'document'), this.name, '--document FILE'));
    const selfie = await pictureFile(required(option(values, 'selfie'), this.name, '--selfie FILE'));
    const { VerificationEngine } = await import('../verification/engine.ts');
    const engine = new VerificationEngine({ models: faceModels(config), thresholds: config.thresholds });
    try {
      const outcome = await engine.verify({ document, selfie }, new Date().toISOString().slice(0, 10));
      if (outcome.kind === 'refused') {
        throw new TouchstoneError(
          'validation',
          outcome.problems.map(({ image, text }) => `${image}: ${text}`).join(' '),
        );
      }
      const { kind: _, evidence: __, ...printed } = outcome;
      print(printed, asText(outcome));
    } finally {
      await engine.close();
    }
  },
};

function asText(outcome: Extract<VerificationOutcome, { kind: 'verified' }>): string {
  const { status, matchConfidence, livenessScore, reasons, extractedData, timings } = outcome;
  return [
    status,
    `face match  ${matchConfidence.toFixed(2)}`,
    `liveness    ${livenessScore === null ? 'not measured' : livenessScore.toFixed(2)}`,
    ...reasons.map(({ effect, text }) => `${effect.padEnd(11)} ${text}`),
    '',
    ...Object.entries(extractedData).map(([field, value]) => `${field.padEnd(15)} ${value ?? '–'}`),
    '',
    `${Math.round(timings.total!)} ms`,
  ].join('\n');
}
