import { type JsonObject, textAt, textsOf } from '../../formats/json.ts';

/** Subjects of notices that ask for information. Those about terrorism name suspects. */
const OTHER_SUBJECTS = /missing person|unidentified|victim|^john doe$|^seeking information(?! - terrorism)/i;

/** Where such notices stand on the authority's site, for those without subjects. */
const OTHER_PLACES =
  /^\/wanted\/(?:seeking-info|kidnap|vicap\/(?:missing-persons|unidentified-persons)|parental-kidnappings\/[^/]+\/[^/])/;

/**
 * Whether a notice is about somebody who is wanted: victims, missing and unidentified persons, and calls for
 * information about a case are not. A notice below a parental kidnapper's own is about the child.
 */
export function isWanted(item: JsonObject): boolean {
  if (/victim/i.test(textAt(item, 'person_classification') ?? '')) return false;
  if (/victim|missing/i.test(textAt(item, 'poster_classification') ?? '')) return false;
  if (textsOf(item.subjects).some((subject) => OTHER_SUBJECTS.test(subject))) return false;
  return !OTHER_PLACES.test(textAt(item, 'path') ?? '');
}

/** Words of titles that describe a crime, a group or a person without a known name. */
const NO_NAME = new RegExp(
  `\\b(?:${[
    'unknown|unidentified|unsolved|john doe|jane doe|seeking information|victims?|offender|suspects?',
    'burglar(?:y|ies)|robber(?:y|ies)|homicides?|murders?|arsons?|bombings?|shootings?|assaults?|attacks?|kidnapp(?:ers?|ing)',
    'investigation|interference|elections?|hackers?|actors|members|group|activity|intrusions?|conspiracy',
    'bandit|rapist|killer|shooter|stolen|theft|fraud|material support|subjects?|hacking|operation|charges',
  ].join('|')})\\b`,
  'i',
);

/** Why a title is no name of one person; undefined where it is one. */
export function whyNoName(title: string): string | undefined {
  if (NO_NAME.test(title)) return 'its title describes a case, a group or an unknown person';
  if (/\S (?:and|&) \S/i.test(title)) return 'its title names several people';
  return undefined;
}
