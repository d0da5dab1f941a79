import { fileURLToPath } from 'node:url';

/** One file of a model as its authors publish it. */
export interface PublishedFile {
  readonly name: string;
  readonly url: string;
  /** 64 hexadecimal digits, lower case. */
  readonly sha256: string;
  readonly bytes: number;
  /** The file that its manifest names. */
  readonly becomes: string;
  /** Says how it becomes that; part of Touchstone. */
  readonly plan: string;
}

/** A model that may be used freely and that an operator can install. */
export interface CatalogueModel {
  readonly name: string;
  readonly purpose: 'liveness';
  /** What it is, a line. */
  readonly title: string;
  readonly project: string;
  readonly licence: string;
  /** What it was measured at, a sentence. */
  readonly measured: string;
  readonly files: readonly PublishedFile[];
  /** The manifest that describes what the files become, part of Touchstone. */
  readonly manifest: string;
}

/** The liveness model that stands beside the bundled ones as soon as it is installed. */
export const LIVENESS_MODEL = 'liveness-minifasnet';

const MINIFASNET = 'https://github.com/minivision-ai/Silent-Face-Anti-Spoofing';
const COMMIT = 'b6d5f04ad78778917853b25c778acef6d5626d15';
const RAW = `https://raw.githubusercontent.com/minivision-ai/Silent-Face-Anti-Spoofing/${COMMIT}/resources/anti_spoof_models`;

const FOLDER = fileURLToPath(new URL('../faces/liveness/minifasnet/', import.meta.url));

/** Every model that `touchstone models install` knows. */
export const CATALOGUE: readonly CatalogueModel[] = [
  {
    name: LIVENESS_MODEL,
    purpose: 'liveness',
    title: 'MiniFASNet V2 and V1SE, another opinion on liveness',
    project: MINIFASNET,
    licence: 'Apache-2.0',
    measured: 'AUC 0.92 alone, 0.96 beside the bundled model on sources left out of the fit (npm run bench:liveness).',
    files: [
      {
        name: '2.7_80x80_MiniFASNetV2.pth',
        url: `${RAW}/2.7_80x80_MiniFASNetV2.pth`,
        sha256: 'a5eb02e1843f19b5386b953cc4c9f011c3f985d0ee2bb9819eea9a142099bec0',
        bytes: 1_849_453,
        becomes: 'minifasnet-v2.onnx',
        plan: `${FOLDER}minifasnet-v2.plan.tsv`,
      },
      {
        name: '4_0_0_80x80_MiniFASNetV1SE.pth',
        url: `${RAW}/4_0_0_80x80_MiniFASNetV1SE.pth`,
        sha256: '84ee1d37d96894d5e82de5a57df044ef80a58be2b218b5ed7cdfd875ec2f5990',
        bytes: 1_856_130,
        becomes: 'minifasnet-v1se.onnx',
        plan: `${FOLDER}minifasnet-v1se.plan.tsv`,
      },
    ],
    manifest: `${FOLDER}manifest.json`,
  },
];
