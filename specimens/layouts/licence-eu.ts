import type { Pixels } from '../../src/imaging/pixels.ts';
import { label } from '../labels.ts';
import { hologram, paper, signature } from '../paper.ts';
import type { Random } from '../random.ts';
import { Sheet } from '../sheet.ts';
import type { Subject } from '../subject.ts';
import type { Side } from '../truth.ts';
import { printed, type Style } from './style.ts';

const WIDTH = 85.6;
const HEIGHT = 54;
const SCALE = 12;

/** The European model (Directive 2006/126/EC, annex I): numbers instead of labels. */
export function licenceEu(layout: string, subject: Subject, style: Style, random: Random, face: Pixels): Side[] {
  const sheet = new Sheet(WIDTH, HEIGHT, SCALE);
  paper(sheet, random, style.palette);
  const { fonts, palette } = style;
  sheet.context.fillStyle = '#1b3f94';
  sheet.context.fillRect(4, 3, 10, 7);
  sheet.text(subject.state!.sign, 9, 7.9, {
    font: 'grotesque-bold',
    size: 3.4,
    color: '#fff',
    align: 'center',
    width: 9,
  });
  const title = { font: fonts.title, color: palette.title, width: 36 };
  sheet.text(label('licence', style.languages[0]!).toUpperCase(), 18, 6.5, { ...title, size: 3.5 });
  sheet.text(subject.state!.names[0]!.toUpperCase(), WIDTH - 4, 6.5, {
    ...title,
    size: 2.3,
    align: 'right',
    width: 26,
  });
  const others = style.languages.slice(1).map((language) => label('licence', language));
  sheet.text(others.join(' · '), 18, 9.8, { ...title, size: 1.8 });
  const tall = layout === 'licence-eu-wide' ? 30 : 34;
  sheet.picture(face, 4, 12.5, tall * 0.78, tall, { portrait: true });
  numbers(sheet, layout, subject, style, random, tall * 0.78 + 7);
  hologram(sheet, random, tall * 0.72, 12 + tall, 5);
  return [sheet.side(3.18), back(subject, style, random)];
}

function numbers(sheet: Sheet, layout: string, subject: Subject, style: Style, random: Random, x: number): void {
  const values = printed(subject, style);
  const bare = layout === 'licence-eu-bare';
  const size = style.size;
  const number = { font: style.fonts.label, size: size * 0.75, color: style.palette.label };
  const value = { font: style.fonts.value, size, color: style.palette.value };
  const pitch = 36 / 9;
  let y = 15;
  const put = (sign: string, text: string, at: number, width: number, field?: Parameters<Sheet['text']>[4]) => {
    sheet.text(bare ? sign.replace('.', '') : sign, at, y, number);
    sheet.text(text, at + 5, y, { ...value, width: width - 5 }, field);
  };
  const room = WIDTH - x - 3;
  put('1.', values.surname, x, room, 'surname');
  y += pitch;
  put('2.', values.given, x, room, 'given');
  y += pitch;
  put('3.', `${values.birthDate}  ${values.birthPlace}`, x, room, 'birthDate');
  y += pitch;
  put('4a.', values.issueDate, x, room / 2, 'issueDate');
  const apart = layout === 'licence-eu-wide';
  if (apart) y += pitch;
  put('4b.', values.expiryDate, apart ? x : x + room / 2, room / 2, 'expiryDate');
  y += pitch;
  put('4c.', values.cased(subject.holder.birthPlace), x, room / 2);
  if (random.chance(0.3)) put('4d.', subject.personalNumber, x + room / 2, room / 2);
  y += pitch;
  put('5.', values.number, x, room, 'number');
  y += pitch;
  put('7.', '', x, room);
  signature(sheet, random, x + 6, y, 22);
  y += pitch;
  if (random.chance(0.5)) {
    put('8.', values.address, x, room, 'address');
    y += pitch;
  }
  put('9.', random.pick(['AM/B', 'AM B BE L', 'A1 / B / B1', 'B', 'AM·B·C1']), x, room);
}

/** Categories in a table; France prints its one machine-readable line below. */
function back(subject: Subject, style: Style, random: Random): Side {
  const sheet = new Sheet(WIDTH, HEIGHT, SCALE);
  paper(sheet, random, style.palette);
  const values = printed(subject, style);
  const text = { font: style.fonts.label, size: 1.7, color: style.palette.value };
  for (const [column, sign] of ['9.', '10.', '11.', '12.'].entries()) sheet.text(sign, 22 + column * 15, 4, text);
  ['AM', 'A1', 'A2', 'A', 'B1', 'B', 'C1', 'C', 'D1', 'BE'].forEach((category, row) => {
    const y = 7.4 + row * 3.2;
    sheet.text(category, 22, y, text);
    if (category === 'B' || category === 'AM') {
      sheet.text(values.issueDate, 37, y, text);
      sheet.text(random.chance(0.5) ? values.expiryDate : '—', 52, y, text);
    }
  });
  if (subject.mrz) sheet.mrz(subject.mrz, HEIGHT - 4.5);
  return sheet.side(3.18);
}
