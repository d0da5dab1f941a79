import type { OfacDraft } from './ofac-draft.ts';
import { clean, type Filing, personName } from './ofac-names.ts';

/** A part of a name with OFAC's name part type: `Last Name`, `First Name`, `Entity Name`… */
export interface TypedPart {
  readonly type: string;
  readonly value: string;
}

/**
 * Adds a name that comes in typed parts (ENHANCED and ADVANCED). A maiden name or nickname beside the other parts
 * becomes a name of its own. A name in another script than Latin is an `original` one.
 */
export function addTypedName(draft: OfacDraft, parts: readonly TypedPart[], script: string, filing: Filing): void {
  const of = (type: string): string =>
    parts
      .filter((part) => part.type === type)
      .map((part) => clean(part.value))
      .join(' ')
      .trim();
  const described: Filing = script === 'Latin' ? filing : { ...filing, kind: 'original' };
  if (draft.kind !== 'person') {
    draft.name({ full: clean(parts.map((part) => part.value).join(' ')), ...described });
    return;
  }
  const first = of('First Name');
  const written = {
    first,
    middle: of('Middle Name'),
    patronymic: of('Patronymic'),
    last: [of('Last Name'), of('Entity Name')].filter(Boolean).join(' '),
    matronymic: of('Matronymic'),
  };
  draft.name(personName(written, described));
  const maiden = of('Maiden Name');
  if (maiden) draft.name(personName({ ...written, last: maiden, matronymic: '' }, { ...described, kind: 'maiden' }));
  const nickname = of('Nickname');
  if (nickname) draft.name({ full: nickname, ...described, kind: 'nickname' });
}
