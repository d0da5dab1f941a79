import type { ExtractedData } from '../../../src/domain/verification.ts';
import { documentCountry } from '../countries.ts';
import { CalendarDate, Name } from '../format.tsx';
import { known } from '../language.ts';

/** What a document says, in the language in use where it is a code or a date. */
export function DocumentValue({ field, value }: { field: keyof ExtractedData; value: string }) {
  switch (field) {
    case 'dateOfBirth':
    case 'expiryDate':
      return <CalendarDate date={value} />;
    case 'country':
    case 'nationality':
      return <Name>{documentCountry(value)}</Name>;
    case 'documentType':
      return <Name>{typeWords(value)}</Name>;
    case 'sex':
      return <Name>{known(`sex.${value}`) ?? value}</Name>;
    default:
      return <Name>{value}</Name>;
  }
}

export function typeWords(type: string): string {
  return known(`document.${type}`) ?? type;
}
