/*
 * Titles that are joined to names. Thai, Lao and Khmer write them before a name without a space (นางสาวสุดา).
 */

const THAI = [
  'ว่าที่ร้อยตรี|ว่าที่ ร\\.ต\\.|จ่าสิบเอก|สิบเอก|ร้อยตำรวจ(?:เอก|โท|ตรี)|พันตำรวจ(?:เอก|โท|ตรี)|พลตำรวจ(?:เอก|โท|ตรี)',
  'พล(?:เรือ|อากาศ)?(?:เอก|โท|ตรี)|พัน(?:เอก|โท|ตรี)|ร้อย(?:เอก|โท|ตรี)|นาวา(?:อากาศ)?(?:เอก|โท|ตรี)',
  '(?:พล|พ|ร)\\.(?:ต\\.)?(?:อ|ท|ต)\\.|พล\\.ร\\.(?:อ|ท|ต)\\.|พล\\.อ\\.(?:อ|ท|ต)\\.|ศาสตราจารย์|ศ\\.|รศ\\.|ผศ\\.',
  'นางสาว|นาย|นาง|น\\.ส\\.|เด็กชาย|เด็กหญิง|ด\\.ช\\.|ด\\.ญ\\.|ดร\\.|ด็อกเตอร์|คุณหญิง|ท่านผู้หญิง|คุณ',
  'หม่อมราชวงศ์|หม่อมหลวง|หม่อมเจ้า|ม\\.ร\\.ว\\.|ม\\.ล\\.|พระครู|พระ(?=มหา)|พระมหา',
].join('|');
const LAO = 'ທ່ານນາງ|ທ່ານ|ທ້າວ|ນາງສາວ|ນາງ|ດຣ\\.|ຮສ\\.|ສາດສະດາຈານ|ພົນເອກ|ພົນໂທ|ພົນຕີ|ພັນເອກ|ສົມເດັດ';
const KHMER = 'លោកជំទាវ|លោកស្រី|លោក|អ្នកស្រី|អ្នកនាង|កញ្ញា|ឯកឧត្តម|សម្ដេច|សម្តេច|បណ្ឌិត|ឧកញ៉ា';

/** A title, or several in a row, before the rest of a word of two letters or more. */
const TITLES = `${THAI}|${LAO}|${KHMER}`.normalize('NFKC');
const BEFORE_A_NAME = new RegExp(`^(?:(?:${TITLES})\\s*)+(?=[\\p{L}\\p{M}]{2})`, 'u');
const MAY_HAVE_ONE = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** A person's normalised name without the titles that Thai, Lao and Khmer join to it. */
export function withoutJoinedTitles(name: string): string {
  return MAY_HAVE_ONE.test(name) ? name.replace(BEFORE_A_NAME, '') : name;
}

/** Airlines write passengers so: `QUISTORP/OTTOKARMR`. */
const PASSENGER = /^\s*([\p{Lu}' -]{2,})\/([\p{Lu} -]{3,}?)\s?(?:MR|MRS|MS|MISS|MSTR|DR|CHD|INF)\s*$/u;

/** The name of a passenger, without the title behind it: `OTTOKAR QUISTORP`. Undefined for other names. */
export function passengerName(name: string): string | undefined {
  const [, family, given] = PASSENGER.exec(name) ?? [];
  return family && given ? `${given} ${family}` : undefined;
}
