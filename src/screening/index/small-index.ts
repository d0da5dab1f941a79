import type { SnapshotEntity } from '../../domain/snapshot.ts';
import { ENGINE_VERSION } from '../version.ts';
import { Compiler } from './compile.ts';
import { assemble } from './format.ts';
import { IndexView } from './view.ts';

const NO_FACTS = { offset: 0, length: 0, crc: 0 };
/** A word that the snapshot has not got. */
const UNSEEN_RARITY = 0.95;

type RarityOf = (text: string) => number | undefined;

/** An index of a few entities, in memory and without their facts. `rarityOf` is that of the snapshot in force. */
export function smallIndex(entities: Iterable<SnapshotEntity>, rarityOf: RarityOf): IndexView {
  const compiler = new Compiler();
  for (const entity of entities) compiler.add(entity, NO_FACTS);
  return new IndexView(assembled(compiler, rarityOf));
}

/** The index of what a compiler has got, without a file of facts. */
export function assembled(compiler: Compiler, rarityOf: RarityOf): SharedArrayBuffer {
  const sections = compiler.sections((text) => rarityOf(text) ?? UNSEEN_RARITY);
  const { legalForms } = compiler;
  const header = { engine: ENGINE_VERSION, id: '', createdAt: '', sources: [], legalForms, factsBytes: 0, factsCrc: 0 };
  return assemble(header, sections);
}
