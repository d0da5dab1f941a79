import type { NameKind } from '../../../domain/list-entry.ts';
import type { EntryDraft } from '../../entries/entry-draft.ts';

const NAME_TYPES: Readonly<Record<string, NameKind>> = {
  'primary name': 'primary',
  alias: 'alias',
  'original script': 'original',
};
/** `… (previously listed as)`, `… (formerly listed as. In Arabic: …)`. */
const LISTED_AS = /\s*\((?:previously|formerly) listed as(?:[.,]? in \w+: ([^()]+))?\)$/i;
const FORMERLY = /^formerly known as\s+/i;
const QUOTED = /^"([^"]+)"$/;
const SUFFIX = /^(?:jr|sr|[ivx]+)\b/i;
const PREVIOUS_NAMES = /^previous names? includes? (.+)$/i;

/** Adds the name of one row; notes that the list puts into the name tell its kind. */
export function addNames(
  draft: EntryDraft,
  text: string | undefined,
  type: string | undefined,
  strength: string | undefined,
): void {
  const kind = NAME_TYPES[type?.toLowerCase() ?? ''] ?? 'alias';
  const plain = (text ?? '').replace(LISTED_AS, '').replace(FORMERLY, '').replace(QUOTED, '$1').trim();
  const isFormer = kind !== 'primary' && plain !== text && !QUOTED.test(text ?? '');
  const weak = strength?.toLowerCase() === 'weak';
  const family = draft.kind === 'person' ? familyFirst(plain) : undefined;
  if (family) {
    const full = `${family.given} ${family.family}`;
    draft.addName(full, isFormer ? 'former' : kind, { weak, parts: family });
  } else draft.addName(plain, isFormer ? 'former' : kind, { weak });
  draft.addName(LISTED_AS.exec(text ?? '')?.[1], 'original');
}

/** The former names of a vessel, which its remarks list: `Previous names include ASHER, FACCA and JUNIA`. */
export function formerNames(remarks: string | undefined): string[] {
  const names = PREVIOUS_NAMES.exec(remarks ?? '')?.[1]?.replace(/\.$/, '');
  return names?.split(/,| and /i).map((name) => name.trim()) ?? [];
}

/** The parts of `FAMILY, Given`; undefined for other names and for `Given FAMILY, Jr`. */
function familyFirst(name: string): { family: string; given: string } | undefined {
  const [family, given, more] = name.split(',').map((part) => part.trim());
  if (!family || !given || more !== undefined || SUFFIX.test(given)) return undefined;
  return { family, given };
}
