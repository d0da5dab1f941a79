/** Classes of politically exposed positions (FATF Recommendation 12, Directive (EU) 2015/849 art. 3(9)). */
export const POSITION_CLASSES: readonly string[] = [
  'Q48352', // head of state
  'Q2285706', // head of government
  'Q83307', // minister
  'Q26204040', // deputy minister
  'Q486839', // member of parliament
  'Q15686806', // senator
  'Q107363151', // central bank governor
  'Q117826617', // supreme court judge
  'Q1501926', // attorney general
  'Q29645880', // ambassador of a country
  'Q707492', // military chief of staff
  'Q1553195', // party leader
];

/** Languages whose labels are read, so that names stand in the scripts of their countries. */
const LANGUAGES =
  'en mul fr de es pt it ru uk be bg sr mk kk ky mn ar fa ps ur he hi bn ta te mr ne si th my km lo zh ja ko ka hy am el';

/** Positions below a class, held by anybody. */
export const positionsQuery = (positionClass: string): string =>
  `SELECT DISTINCT ?position WHERE {
  ?position wdt:P279* wd:${positionClass} .
  ?statement ps:P39 ?position .
}`;

/** Living holders of positions, with the position's name in English, its start and end. */
export const holdersQuery = (positions: readonly string[]): string =>
  `SELECT DISTINCT ?person ?positionLabel ?start ?end WHERE {
  VALUES ?position { ${values(positions)} }
  ?person p:P39 ?statement .
  ?statement ps:P39 ?position .
  FILTER NOT EXISTS { ?person wdt:P570 ?death . }
  ?position rdfs:label ?positionLabel . FILTER(LANG(?positionLabel) = "en")
  OPTIONAL { ?statement pq:P580 ?start . }
  OPTIONAL { ?statement pq:P582 ?end . }
}`;

/** Names of persons: labels and aliases in all languages read. */
export const namesQuery = (persons: readonly string[]): string =>
  `SELECT ?person ?name ?kind WHERE {
  VALUES ?person { ${values(persons)} }
  VALUES (?property ?kind) { (rdfs:label "label") (skos:altLabel "alias") }
  ?person ?property ?name .
  FILTER(LANG(?name) IN (${LANGUAGES.split(' ')
    .map((language) => `"${language}"`)
    .join(', ')}))
}`;

/** Birth dates with their precision, gender, and citizenship as ISO 3166-1 alpha-2 code. */
export const factsQuery = (persons: readonly string[]): string =>
  `SELECT DISTINCT ?person ?birth ?precision ?gender ?citizenship WHERE {
  VALUES ?person { ${values(persons)} }
  OPTIONAL { ?person p:P569/psv:P569 ?time . ?time wikibase:timeValue ?birth ; wikibase:timePrecision ?precision . }
  OPTIONAL { ?person wdt:P21 ?sex . ?sex rdfs:label ?gender . FILTER(LANG(?gender) = "en") }
  OPTIONAL { ?person wdt:P27 ?country . ?country wdt:P297 ?citizenship . }
}`;

const values = (ids: readonly string[]): string => ids.map((id) => `wd:${id}`).join(' ');
