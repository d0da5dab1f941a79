import { palette, paper } from './paper.ts';
import type { Random } from './random.ts';
import { Sheet } from './sheet.ts';
import { drawSpecimen } from './specimen.ts';
import type { Specimen } from './truth.ts';

const SURNAMES = ['MEIERHANS', 'BRUNNER', 'FAVRE', 'DA<SILVA', 'MUELLER<KELLER', 'BERNASCONI', 'CADUFF', 'OESCHGER'];
const GIVEN = ['URS<PETER', 'ANNEMARIE', 'LUCIEN', 'GIAN<ANDRI', 'CHIARA', 'JUERG', 'ZOE<ISABELLE', 'QUENTIN'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The back of an invented Swiss driving licence, with its zone of three lines that has no check digit. */
export async function swissLicence(random: Random): Promise<Specimen> {
  const letters = () => LETTERS[random.whole(0, 25)]!;
  const born = `${random.whole(40, 99)}${String(random.whole(1, 12)).padStart(2, '0')}${random.whole(10, 28)}`;
  const lines = [
    `${letters()}${letters()}${letters()}${random.code('999')}${random.pick(['D', 'F', 'I', 'R'])}<<`,
    `FACHE${random.code('999999999999')}<<${born}<<<<<`,
    `${random.pick(SURNAMES)}<<${random.pick(GIVEN)}`.padEnd(30, '<'),
  ];
  const sheet = new Sheet(85.6, 54, 12);
  paper(sheet, random, palette(random));
  for (const [row, text] of ['9. A1 B BE', '12. 01'].entries()) {
    sheet.text(text, 8, 9 + row * 5, { font: 'grotesque', size: 2.4 });
  }
  sheet.mrz({ format: 'CHE-DL', lines }, 49);
  const licence = await drawSpecimen('swiss', { kind: 'driving_licence', layout: 'licence-eu', issuer: 'DEU' });
  const side = sheet.side(3.18);
  return { ...licence, card: side.pixels, sides: [side] };
}
