// Writes the networks that find and place faces: `npm run train:faces -- FOLDER`, with the models of @vladmandic/human.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertGraphModel } from './tfjs/convert.ts';

/** The name of each graph's nodes that are asked for, in the order in which the model gives them. */
const GRAPHS = {
  blazeface: ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'],
  facemesh: ['Identity_2', 'Identity_1'],
  iris: ['Identity'],
} as const;
const TARGET = fileURLToPath(new URL('../../src/faces/networks/', import.meta.url));

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder with blazeface.json, facemesh.json and iris.json.');
for (const [name, outputs] of Object.entries(GRAPHS)) {
  await writeFile(join(TARGET, `${name}.onnx`), await convertGraphModel(join(folder, `${name}.json`), outputs));
}
