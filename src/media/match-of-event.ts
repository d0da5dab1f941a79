import { type FoundEvent, MEDIA_SOURCE } from '../domain/adverse-media.ts';
import { type EntityType, entryKindOf } from '../domain/entity-type.ts';
import type { EvidencedMatch } from '../domain/match.ts';

/**
 * An event as a match, of which an alert can be. Its facts are those that stay while the event goes on: a new offence
 * is another fact, and one more article is none. All that was told then is kept beside them.
 */
export function matchOfEvent(event: FoundEvent, entityType: EntityType): EvidencedMatch {
  const { id, score, explanation, ...told } = event;
  const { offences, first, articles } = told;
  const { matchedName: full } = explanation;
  const [article] = articles;
  return {
    name: full,
    score,
    entityType,
    sources: [MEDIA_SOURCE],
    entries: [{ source: MEDIA_SOURCE, id }],
    explanation,
    facts: [
      {
        id,
        source: MEDIA_SOURCE,
        sourceName: MEDIA_SOURCE,
        kind: entryKindOf(entityType),
        names: [{ full, kind: 'primary' }],
        programmes: offences,
        listedOn: first.slice(0, 10),
        ...(article && { url: article.url }),
        ...(article?.title !== undefined && { remarks: article.title }),
      },
    ],
    event: told,
  };
}
