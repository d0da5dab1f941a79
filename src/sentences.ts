/*
 * The English sentences that people read in records and answers, each under a code. Code passes codes around and puts
 * them into words at the edge. Records keep the words, so the dashboard finds the code again to show another language.
 */

export type Values = Readonly<Record<string, string | number>>;

/** `{name}` stands for a value. Where two templates fit one sentence, the earlier one counts. */
export const SENTENCES = {
  // What raised or lowered a score after the names were compared.
  'score.acronym': 'The first letters of its words',
  'score.given-acronym': 'An acronym that the list gives',
  'score.other-writing': 'The same words, written differently',
  'score.other-order': 'The same words in another order',
  'score.shuffled': 'The words stand in another order',
  'score.other-characters': 'Other Han characters',
  'score.family-name-missing': 'The query lacks the family name of the listed person',
  'score.given-name-missing': 'The query lacks the first given name of the listed person',
  'score.mothers-name-alone': 'The mother’s family name without the father’s',
  'score.common-name': 'A common name, from another script or spelling',
  'score.same-identifier': 'The list has the same number: {number}',
  'score.other-identifier': 'The list has another number of this type and country than {number}',
  'score.rare-words': 'Few people or organisations share these words',
  'score.common-words': 'Many people or organisations have words like these',
  'score.other-name': 'Spelt nearly alike, but known to be two names',
  'score.nickname': 'One name is short for the other, or its form in another language',
  'score.word-of-query-missing': 'The listed name lacks a word of the query',
  'score.word-of-entry-missing': 'The query lacks a word of the listed name',
  'score.patronymic-missing': 'Only one name has a patronymic',
  'score.number-missing': 'Only one name has a number',
  'score.other-number': 'Another number',
  'score.generic-word-missing': 'Only one name has a word for its kind or business',
  'score.other-generic-word': 'Another word for its kind or business',
  'score.other-body-word': 'Another word such as company or foundation',
  'score.other-legal-form': 'Another legal form',
  'score.country-missing': 'Only one name has a country',
  'score.other-country': 'Another country',
  'score.country-elsewhere': 'The lists place the entry in other countries',
  'score.generic-words-alone': 'Only words for kind or business agree',
  'score.one-word-asked': 'The query is one word of the listed name',
  'score.one-word-listed': 'The listed name is one word of the query',
  'score.both-miss-words': 'Each name lacks a word of the other',
  'score.other-initial': 'Another initial',
  'score.little-alike': 'A word is little like its partner',
  'score.hardly-alike': 'A word is hardly like its partner',
  'score.no-word-the-same': 'No word is quite the same',
  'score.relative-alone': 'The name of a relative alone agrees',
  'score.given-name-alone': 'A common given name alone, where the list has more of the name',
  'score.telling-word-alone': 'The query is the word that tells the listed name from all others',
  'score.cut-name': 'The query is how the listed name begins, and ends inside it',
  'score.own-word-missing': 'Only its kind and country agree, and the listed name has a word of its own',
  'score.father-is-son': 'Father and son are exchanged',
  'score.weak-alias': 'The list calls this alias weak',
  'score.weak-alias-one-word': 'A weak alias of a single word',
  'score.read-mended': 'Read as “{text}”, which a program wrote in another code',
  'score.read-holder': 'Read as “{text}”, one of those that the query names together',
  'score.read-without-relative': 'Read as “{text}”, without the relative that stands behind it',
  'score.read-initials': 'Read as “{text}”, with initials apart',
  'score.read-passenger': 'Read as “{text}”, as airlines write passengers',
  'score.read-digits': 'Read as “{text}”, with letters in place of digits',
  'score.read-lost-letters': 'Read as “{text}”, with letters in place of question marks',
  'score.born-same-day': 'Same date of birth',
  'score.born-same-month': 'Same month of birth, no day to compare',
  'score.born-same-year': 'Same year of birth, no day to compare',
  'score.born-in-range': 'Date of birth inside the range that the list gives',
  'score.born-day-and-month-exchanged': 'Date of birth with day and month exchanged',
  'score.born-one-digit': 'Date of birth with one digit different',
  'score.born-one-year-off': 'Year of birth different by one',
  'score.born-other-day': 'Same year of birth, another day',
  'score.born-few-years-off': 'Year of birth different by a few years',
  'score.born-another-date': 'Another date of birth',
  'score.beside-the-name': 'Beside the name, and no part of it: {numbers}',
  'score.joined':
    'Also listed on {list} ({id}): taken for the same person, since {one} = {other}, and {agreements} agree',
  'join.other-names': 'other names',
  'join.birth-day': 'the birth date',
  'join.birth-year': 'the year of birth',
  'join.regime': 'the sanctions regime',
  'join.country': 'the country',
  'join.words-beside': 'places or positions',
  'join.listing-date': 'the time of listing',
  'score.born-another-date-unique-name': 'Another date of birth, but hardly two people bear this name',

  // What keeps an all-clear from being taken as clean.
  'note.nothing-to-compare': 'The name has no letter and no digit, so there was nothing to compare.',
  'note.only-best': '{count} entries reach the threshold; only the best {most} are recorded.',
  'note.born-too-long-ago': 'The date of birth is more than 110 years ago, so it was not compared.',
  'note.born-today': 'The date of birth is the day of the question, so it was not compared.',
  'note.born-to-come': 'The date of birth is to come, so it was not compared.',
  'note.other-names': 'Also searched under: {names}.',
  'note.sandbox': 'This is the sandbox: everything that it knows is invented.',
  'note.narrowed': 'Only a part of the matches was asked for: {filters}.',
  'note.words-only': 'This is a search for words and no screening: other spellings are not found.',
  'note.names-cut': 'Of {count} names the {most} that say most were searched.',
  'note.unknown-member': 'The member {given} is not known here and was ignored; {known} is known.',
  'note.number-of-other-type':
    'A number that was sent is on: {lists}. Its entry is of another type and not returned as a match.',
  'note.vessel': 'A vessel with a matching name is on: {lists}.',
  'note.aircraft': 'An aircraft with a matching name is on: {lists}.',
  'note.crafts-left-out': 'Vessels and aircraft are not returned as matches.',
  'list.missing-starter': 'Not screened against the real list of {lists}; only the small starter list stands in.',
  'list.missing': 'Not screened against the real list of {lists}.',
  'list.old': 'Older than {days} days: {ages}.',
  'list.age-checked': '{list} (published {published}, the newest on {checked})',
  'list.age': '{list} (published {published})',
  'list.undated-checked': '{list} does not say when it was published; last checked on {day}.',
  'list.undated': '{list} does not say when it was published; imported on {day}.',
  'list.not-refreshed': '{list} could not be refreshed: {problem}',
  'list.by-hand-or-token':
    'Get the file in a browser from {page}, and import it; or set TOUCHSTONE_LISTS_EU_TOKEN to the token of your own account there.',
  'list.by-hand': 'Get the file in a browser from {page}, and import it.',

  // Why the file of a list is not taken.
  'list-file.empty': '{file} is empty.',
  'list-file.nothing': '{files}: there is nothing in it.',
  'list-file.no-entries': '{files}: no entries in it.',
  'list-file.not-text':
    '{file} is not text in {encoding}: it is damaged, declares the wrong encoding, or one that is not known.',
  'list-file.not-csv': '{file} cannot be read as CSV: {problem}.',
  'list-file.layout-changed': '{files}: the layout of the list has changed: there is no {member} in it.',
  'list-file.layout-changed-mostly':
    '{files}: the layout of the list has changed: {lacking} of {total} records have no {member}.',
  'list-file.column': 'column "{column}"',
  'list-file.xml-broken': '{file} is not complete XML: {problem}.',
  'list-file.other-kind': '{file} is of another kind: {what}.',
  'list-file.too-much-in-line': '{file} is refused at line {line}: {what}.',
  'list-file.too-much': '{file} is refused: {what}.',
  'list-file.kind-archive': 'a spreadsheet, an archive or a PDF',
  'list-file.kind-binary': 'a spreadsheet, an archive or another binary file',
  'list-file.kind-no-workbook': 'it is not an Excel workbook (XLSX)',
  'list-file.kind-root': 'its root element is <{root}>, not {roots}',
  'list-file.kind-no-column': 'it has no column "{column}"',
  'list-file.fewer-than-stated': 'the list says that it has {declared} entries, and there are {count}',
  'list-file.shrunk': 'it has {count} entries, more than a fifth fewer than the {before} in force',
  'list-file.ids-replaced': 'it lacks {gone} of the {before} ids in force, more than a fifth',
  'list-file.doubtful': '{files}: {why}; the list in force stays (import with --force takes it anyway).',
  'list-bound.text': 'a text, a tag or a comment is longer than {most} MiB',
  'list-bound.entry': 'an entry is larger than {most} MiB',
  'list-bound.parts': 'an entry has more than {most} elements or values',
  'list-bound.depth': 'more than {most} elements or values stand one inside another',
  'list-bound.names': 'elements and attributes have more than {most} different names',
  'list-bound.items': 'it has more than {most} lines, elements or texts',
  'list-bound.json': 'it is JSON of more than {most} MiB',
  'list-bound.json-values': 'it is JSON of more than {most} values',
  'list-bound.cells': 'the cells before it hold more than {most} MiB',
  'list-bound.member': 'a file inside it is larger than {most} MiB',
  'list-bound.unpacked': 'it unpacks to more than {most} MiB, which is far more than this list has',
  'list-bound.entries': 'it has more than {most} entries, which is far more than this list has',
  'list-bound.stored': 'its entries take more than {most} MiB, which is far more than this list has',
  'list-bound.skipped': 'more than {most} of its lines or entries cannot be read',
  'list-bound.memory': 'reading it takes more than {most} MiB of memory',
  'list-bound.time': 'reading it takes more than {most} minutes',
  'list-import.busy': 'Another import of lists is running; try again when it has ended.',
  'list-import.stuck': 'The import did not finish in time and was ended; the list in force stays.',
  'list-import.failed': 'The import failed; the list in force stays. The log of the service says why.',

  // Why a verification is not simply verified.
  'reason.face-mismatch': 'The faces do not match: confidence {score} is below {limit}.',
  'reason.face-uncertain': 'The faces match with moderate confidence only: {score} is below {limit}.',
  'reason.portrait-small': 'The portrait on the document has too few pixels for a sure comparison.',
  'reason.liveness-off': 'Liveness was not measured.',
  'reason.liveness-low': 'The selfie may not show a live person: {score} is below {limit}.',
  'reason.liveness-uncertain': 'Liveness is uncertain: {score} is below {limit}.',
  'reason.liveness-one-opinion': 'Only one model judged liveness, which is never enough to be sure.',
  'reason.liveness-no-surroundings':
    'The face fills the selfie, so that only one model could judge liveness. A picture from further away shows more.',
  'reason.liveness-contradiction': 'The models that judge liveness contradict each other.',
  'reason.liveness-drawn': 'The face looks drawn or rendered.',
  'reason.liveness-unfamiliar': 'The face is smaller or softer than those on which the liveness models were tried.',
  'reason.same-file': 'The same file was sent as document and as selfie.',
  'reason.same-picture': "The selfie is a copy of the document's portrait.",
  'reason.selfie-shows-document': 'The selfie shows a document.',
  'reason.selfie-in-frame': 'The face in the selfie stands inside the outline of a sheet, a screen or a frame.',
  'reason.selfie-grid': 'The selfie has the regular grid of a screen.',
  'reason.document-edited': 'The document image comes from a screen or an image editor, not straight from a camera.',
  'reason.selfie-edited': 'The selfie image comes from a screen or an image editor, not straight from a camera.',
  'reason.document-unknown': 'The document is a visa or of a kind that is not known.',
  'reason.mrz-check-digit': 'A check digit of the machine-readable zone does not hold.',
  'reason.mrz-doubtful': 'The machine-readable zone was read with doubt or contains an impossible value.',
  'reason.mrz-missing': 'The machine-readable zone of the passport could not be read.',
  'reason.document-conflict': 'Parts of the document disagree on: {fields}.',
  'reason.document-incomplete': 'Not read: {fields}.',
  'reason.document-doubtful': 'Read with doubt: {fields}.',
  'reason.document-dates': 'The dates on the document cannot all be true.',
  'reason.document-number': 'The number has no format that the issuer of the document uses.',
  'reason.document-issuer': 'The issuer of the document is no state or organisation that ICAO Doc 9303 lists.',
  'reason.document-specimen': 'The document says of itself that it is a specimen or void.',
  'reason.document-second-portrait': 'The second portrait on the document may show somebody else.',
  'reason.document-crowded':
    'The picture holds more text than a document has, so not all of it was read; send the document alone.',
  'reason.document-copy': 'The picture of the document looks like a photocopy or a photo of a screen.',
  'reason.expired': 'The document expired on {day}.',

  // Why a picture cannot be used, and what to do.
  'picture.resolution-low':
    'The resolution is too low for the text to be read; take the photo from nearer, or upload a larger image.',
  'picture.dark': 'The image is too dark; take the photo in better light.',
  'picture.over-exposed': 'The image is over-exposed; take the photo in softer light.',
  'picture.blurred': 'The image is blurred; hold the camera still and let it focus on the document.',
  'picture.contrast-low': 'The image has too little contrast; take the photo in even, better light.',
  'picture.glare': 'Glare covers the document; tilt it, or move the lamp, until the reflection is gone.',
  'picture.cut-off': 'The document is cut off; take the photo so that all four corners are visible.',
  'picture.two-documents': 'The image shows two different documents; send one, its front and back together if need be.',
  'picture.unreadable':
    'The text of the document cannot be read; take a sharp photo of the whole document in good light, from straight above.',
  'picture.nameless':
    'Neither the name nor the number of the document can be read; take a sharp photo of the whole document in good light, from straight above.',
  'face.missing': 'No face was found; look straight into the camera in good light.',
  'face.several': 'Several people are in the picture; take it alone.',
  'face.small': 'The face is too small; come closer to the camera.',
  'face.narrow': 'The face is only {width} pixels wide; come closer to the camera or send a larger picture.',
  'face.dark': 'The face is too dark; turn towards a window or a lamp.',
  'face.over-exposed': 'The face is over-exposed; avoid direct light on the face.',
  'face.blurred': 'The face is blurred; hold the camera still and let it focus on the face.',
  'face.noisy': 'The picture is too noisy; take it in better light.',
  'face.looks-away': 'The face looks away; look straight into the camera.',
  'face.covered': 'The face is covered; take off glasses and mask and keep hands away from it.',
  'face.eyes-closed': 'The eyes are closed; keep them open.',
  'face.liveness-off': 'Liveness is switched off (TOUCHSTONE_LIVENESS).',
  'face.no-portrait': 'no portrait found on the document; photograph the side that shows it, close.',

  // What is odd about a machine-readable zone or a barcode, although it was read.
  'doubt.issuer-unknown': 'No state or organisation that issues documents has the code {issuer}.',
  'doubt.nationality-unknown': 'No nationality has the code {nationality}.',
  'doubt.birth-impossible': 'The date of birth is no day of the calendar.',
  'doubt.expiry-impossible': 'The date of expiry is no day of the calendar.',
  'doubt.expiry-before-birth': 'The document expires before its holder was born.',
  'doubt.print-beside': 'Print goes on beside the zone; it may be a part of a longer one.',
  'doubt.out-of-place': 'Character {position} of line {line} looks like {sign}, which cannot stand there.',
  'doubt.unsure': 'Character {position} of line {line} was read as {read} but may be {other}.',
  'doubt.barcode-birth': 'The date of birth in the barcode is no date.',
  'doubt.barcode-expiry': 'The expiry date in the barcode is no date.',
  'doubt.barcode-issue': 'The date of issue in the barcode is no date.',
  'doubt.barcode-issuer-unknown': 'The issuer number {number} of the barcode is not published.',
  'doubt.barcode-country': 'The barcode says {country}, but its issuer is {issuer}.',
  'doubt.barcode-birth-after-issue': 'The barcode dates birth after issue.',
  'doubt.barcode-issue-after-expiry': 'The barcode dates issue after expiry.',
  'doubt.barcode-birth-after-expiry': 'The barcode dates birth after expiry.',

  // What lists say of a dismissed match now and did not say before.
  'change.entry-added': 'Now also on {list} ({id}).',
  'change.entry-removed': 'No longer on {list} ({id}).',
  'change.fact-changed': '{fact} changed on {list}: {before} is now {after}.',
  'change.fact-added': '{fact} added on {list}: {after}.',
  'change.fact-removed': '{fact} removed on {list}: {before}.',
  'change.subject-changed': '{fact} of the customer changed: {before} is now {after}.',
  'change.subject-added': '{fact} of the customer added: {after}.',
  'change.subject-removed': '{fact} of the customer removed: {before}.',
  'change.opened-by-run': 'Opened by monitoring run {run}.',
  'change.new-on-since': 'New on {list} since {since}.',
  'change.new-on': 'New on {list}.',
  'change.other-engine': 'Another version of the engine finds it.',
  'change.score-risen': 'The score rose from {before} to {after}.',
  'fact.kind': 'Type',
  'fact.names': 'Name',
  'fact.birthDates': 'Birth date',
  'fact.birthPlaces': 'Birth place',
  'fact.deathDate': 'Date of death',
  'fact.gender': 'Gender',
  'fact.nationalities': 'Nationality',
  'fact.addresses': 'Address',
  'fact.documents': 'Document',
  'fact.positions': 'Position',
  'fact.programmes': 'Programme',
  'fact.listedOn': 'Listing date',
  'fact.remarks': 'Remark',
  'fact.references': 'Reference',
  'fact.url': 'Web page',

  // How two words were paired: by which rule, and in which Latin spelling a name of another script was found.
  'pair.short-form': 'short form',
  'pair.weak-resemblance': 'weak resemblance',
  'pair.consonants': 'consonants',
  'system.arabic': 'Arabic script',
  'system.arabic-foreign': 'Arabic script, foreign name',
  'system.arabic-likely-vowels': 'Arabic script, likely vowels',
  'system.arabic-two-names-in-one': 'Arabic script, two names in one',
  'system.arabic-usual-spelling': 'Arabic script, usual spelling',
  'system.armenian-bgn-pcgn': 'Armenian, BGN/PCGN',
  'system.armenian-classical': 'Armenian, classical',
  'system.armenian-foreign': 'Armenian, foreign name',
  'system.armenian-ian': 'Armenian, -ian',
  'system.armenian-letter-by-letter': 'Armenian, letter by letter',
  'system.armenian-western': 'Armenian, Western',
  'system.belarusian-bgn-pcgn': 'Belarusian, BGN/PCGN',
  'system.belarusian-latin-alphabet': 'Belarusian, Latin alphabet',
  'system.belarusian-russian-habit': 'Belarusian, Russian habit',
  'system.ben-al-joined': '“Ben al-” written as “Bel”',
  'system.bulgarian-english-habit': 'Bulgarian, English habit',
  'system.bulgarian-transliteration-act': 'Bulgarian, Transliteration Act',
  'system.burmese': 'Burmese',
  'system.burmese-other-spelling': 'Burmese, another spelling',
  'system.cantonese': 'Cantonese',
  'system.central-asian-latin-alphabet': 'Central Asian, Latin alphabet',
  'system.central-asian-russian-habit': 'Central Asian, Russian habit',
  'system.chinese-foreign': 'Chinese, foreign name',
  'system.chinese-usual-transcription': 'Chinese, usual transcription',
  'system.cyrillic-bgn-pcgn': 'Cyrillic, BGN/PCGN',
  'system.cyrillic-english-habit': 'Cyrillic, English habit',
  'system.cyrillic-french': 'Cyrillic, French',
  'system.cyrillic-german': 'Cyrillic, German',
  'system.cyrillic-iso-9-without-marks': 'Cyrillic, ISO 9 without marks',
  'system.cyrillic-kontsevich': 'Cyrillic, Korean names by Kontsevich',
  'system.cyrillic-palladius': 'Cyrillic, Chinese names by Palladius',
  'system.cyrillic-passport': 'Cyrillic, passport',
  'system.cyrillic-polish': 'Cyrillic, Polish',
  'system.cyrillic-ukrainian': 'Cyrillic, Ukrainian',
  'system.cyrillic-usual-transcription': 'Cyrillic, usual transcription',
  'system.devanagari-letter': 'Devanagari, letter',
  'system.dutch': 'Dutch spelling',
  'system.first-letters': 'first letters',
  'system.french': 'French spelling',
  'system.georgian-foreign': 'Georgian, foreign name',
  'system.georgian-foreign-without-ending': 'Georgian, foreign name without ending',
  'system.georgian-national-system': 'Georgian, national system',
  'system.georgian-russian-habit': 'Georgian, Russian habit',
  'system.germanic-or-hungarian': 'Germanic or Hungarian transliteration',
  'system.greek-by-ear': 'Greek, by ear',
  'system.greek-classical': 'Greek, classical',
  'system.greek-elot-743': 'Greek, ELOT 743',
  'system.greek-foreign': 'Greek, foreign name',
  'system.greek-foreign-by-letters': 'Greek, foreign name by letters',
  'system.greek-foreign-nasals': 'Greek, foreign name, nasals',
  'system.greek-french-name': 'Greek, French name',
  'system.greek-usual-transcription': 'Greek, usual transcription',
  'system.han': 'Han',
  'system.hebrew-foreign': 'Hebrew, foreign name',
  'system.hebrew-likely-vowels': 'Hebrew, likely vowels',
  'system.hebrew-usual-spelling': 'Hebrew, usual spelling',
  'system.hokkien-and-hakka-habits': 'Hokkien and Hakka habits',
  'system.hungarian': 'Hungarian spelling',
  'system.indic-b-as-v': 'Indic, b as v',
  'system.indic-english-habit': 'Indic, English habit',
  'system.indic-final-vowel-dropped': 'Indic, final vowel dropped',
  'system.indic-foreign': 'Indic, foreign name',
  'system.indic-usual': 'Indic, usual',
  'system.indic-v-as-b': 'Indic, v as b',
  'system.indic-with-every-a': 'Indic, with every a',
  'system.japanese': 'Japanese',
  'system.japanese-foreign': 'Japanese, foreign name',
  'system.japanese-foreign-h': 'Japanese, foreign name, h',
  'system.japanese-foreign-l': 'Japanese, foreign name, l',
  'system.japanese-foreign-r': 'Japanese, foreign name, r',
  'system.japanese-foreign-th': 'Japanese, foreign name, th',
  'system.japanese-foreign-v': 'Japanese, foreign name, v',
  'system.japanese-hepburn': 'Japanese, Hepburn',
  'system.japanese-hepburn-without-long-vowels': 'Japanese, Hepburn without long vowels',
  'system.japanese-usual-transcription': 'Japanese, usual transcription',
  'system.korean': 'Korean',
  'system.korean-english-habit': 'Korean, English habit',
  'system.korean-foreign': 'Korean, foreign name',
  'system.korean-foreign-f': 'Korean, foreign name, f',
  'system.korean-foreign-v': 'Korean, foreign name, v',
  'system.korean-foreign-z': 'Korean, foreign name, z',
  'system.korean-usual-spelling': 'Korean, usual spelling',
  'system.kurdish': 'Kurdish spelling',
  'system.latin-by-ear': 'spelt as it sounds',
  'system.latvian-by-ear': 'Latvian, by ear',
  'system.learned-sound': 'learned sound',
  'system.letter-by-letter': 'letter by letter',
  'system.lost-letter': 'a letter for a question mark',
  'system.macedonian': 'Macedonian',
  'system.mandarin-other': 'Mandarin in another system',
  'system.written-short': 'written short',
  'system.marks-written-out': 'marks written out',
  'system.mccune-reischauer': 'McCune-Reischauer',
  'system.meaning': 'meaning',
  'system.persian-likely-vowels': 'Persian, likely vowels',
  'system.on-reading': 'Japanese, Sino-Japanese reading',
  'system.pinyin': 'pinyin',
  'system.polish': 'Polish spelling',
  'system.revised-romanisation': 'Revised Romanisation',
  'system.serbian-english-habit': 'Serbian, English habit',
  'system.serbian-latin-alphabet-without-marks': 'Serbian, Latin alphabet without marks',
  'system.serbian-marks-dropped': 'Serbian, marks dropped',
  'system.same-syllable': 'another spelling of the syllable',
  'system.sino-vietnamese': 'Vietnamese reading of Han',
  'system.skeleton': 'consonant skeleton',
  'system.skeleton-f': 'consonant skeleton, f',
  'system.skeleton-foreign': 'consonant skeleton, foreign name',
  'system.skeleton-fricatives': 'consonant skeleton, fricatives',
  'system.skeleton-persian': 'consonant skeleton, Persian',
  'system.somali': 'Somali spelling',
  'system.tamil-voiced': 'Tamil, voiced',
  'system.thai-as-written': 'Thai, as written',
  'system.thai-rtgs': 'Thai, RTGS',
  'system.thai-sanskrit-habit': 'Thai, Sanskrit habit',
  'system.thai-without-aspirates': 'Thai, without aspirates',
  'system.turkic': 'Turkic',
  'system.turkish': 'Turkish spelling',
  'system.ukrainian-bgn-pcgn': 'Ukrainian, BGN/PCGN',
  'system.ukrainian-resolution-55': 'Ukrainian, resolution 55',
  'system.ukrainian-russian-habit': 'Ukrainian, Russian habit',
  'system.wade-giles': 'Wade-Giles',
  'system.without-baltic-ending': 'without the Baltic ending',
  'system.without-czech-ending-ova': 'without the Czech ending -ová',
  'system.yiddish-yivo': 'Yiddish, YIVO',

  // Why a name, a file of names or one of its rows is refused.
  'query.name-missing': 'The name is missing.',
  'query.name-too-long': 'The name must have at most {most} characters, not {length}.',
  'query.name-no-text': 'The name must be valid Unicode text.',
  'query.name-without-letters': 'name: has no letter or digit, so "{name}" cannot be screened.',
  'query.type-missing': 'The type is missing: Individual or Organization.',
  'query.type-unknown': 'The type must be Individual or Organization, not "{given}".',
  'query.birth-date-invalid':
    'The date of birth must be an ISO 8601 date that exists and is not to come, such as 1970-01-31, 1970-01 or 1970, not "{given}".',
  'body.name-missing': 'name is missing.',
  'body.name-too-long': 'name must have at most 200 characters.',
  'body.name-without-letters': 'name: has no letter or digit, so it cannot be screened.',
  'body.name-placeholder': 'name: says that the name is not known, so it cannot be screened.',
  'body.name-lost-letters':
    'name: has the character U+FFFD, which stands for letters that were lost, so it cannot be screened.',
  'body.birth-date-invalid':
    'dateOfBirth must be an ISO 8601 date, date-time, month or year that exists and is not to come, such as 1970-01-31, 19700131, 1970-01-31T00:00:00Z, 1970-01 or 1970.',
  'body.too-deep': 'The body has more than {most} levels of lists and objects.',
  'body.too-many-values': 'The body has more than {most} values.',
  'body.min-score-invalid': 'minScore must be from 0 to 100.',
  'file.no-rows': 'The file has no row below its header.',
  'file.no-name-column': 'The first row must name the columns, and one of them must be "name".',
  'file.not-csv': 'The file is not readable as CSV: {problem}.',
  'csv.quote-open': 'a quotation mark in the row of line {line} is not closed',
  'csv.text-after-quote':
    'in the row of line {line} text follows a closing quotation mark; one inside a cell is written twice',
  'csv.too-many-lines': 'it has more than {most} lines',
  'csv.row-too-long': 'the row of line {line} does not end within {most} KiB, as where a quotation mark is not closed',
  'file.not-utf8': 'The file is not UTF-8 text; save it as "CSV UTF-8".',
  'file.too-many-rows': 'A file may have at most {most} rows.',
  'file.old-workbook':
    'The file is a workbook of an old form (.xls) or has a password. Save it as .xlsx without a password, or as CSV.',
  'file.workbook-too-large': 'The workbook is too large to be read. Save it as CSV.',
  'file.too-large': 'A file may have at most 10 MB.',
  'file.too-much-waiting':
    'The files of the account that are not over hold more than {most} MiB. Wait until one is done, or stop one.',
  'file.too-many-open':
    'At most {most} files of an account may wait or be screened. Wait until one is done, or stop one.',
  'file.not-found': 'This file is no longer available. Finished files are kept for 30 days.',
  'row.more-cells':
    'The row has more cells than columns: {cells}, not {columns}. A name with a comma or another separator in it needs quotation marks.',
  'row.fewer-cells': 'The row has fewer cells than columns: {cells}, not {columns}.',
  'row.error-cell': '{column} is {cell}, an error of the spreadsheet.',
  'row.line-break': 'There is a line break in {column}.',
  'row.quote-open': 'A quotation mark in line {line} takes this row in: it is not closed, or closed in a later line.',
  'row.awaits-second': 'A second person has to accept this change in the dashboard.',
  'row.deleted': 'The record of this row was deleted.',
  'row.no-reference': 'id must have 1 to 128 letters, digits or any of "._:@-", and be neither "." nor "..".',
  'row.identifiers':
    'identifiers must be a list of at most {most} objects with a value, and perhaps a type and country.',
  'row.no-text': '{member} must be text.',
  'row.text-too-long': '{member} must have at most {most} characters.',
  'file.row-failed':
    'The service failed while it screened this row. Send the row again; tell the operator if it fails again.',
  'file.held-up': '{problem} The file goes on by itself.',

  // What the dashboard's interface refuses.
  'refusal.not-signed-in': 'You are not signed in, or your session has ended. Sign in again.',
  'refusal.role': 'This needs the role {needed}; yours is {role}.',
  'refusal.sync-operator-only': "Only an owner of an operator's account may sync the lists.",
  'refusal.import-operator-only': "Only an owner of an operator's account may import a list.",
  'refusal.import-in-sandbox': 'The sandbox has a fixed list of invented entries; it takes no other.',
  'refusal.import-day': 'The day of publication must be a day that is not to come, such as 2026-01-31.',
  'refusal.import-form': 'The body must be a form (multipart/form-data) with the files of the list.',
  'refusal.import-no-file': 'Choose the file of the list.',
  'refusal.import-too-many': 'A list may have at most {most} files.',
  'refusal.import-too-large':
    'The files of a list may have at most 1 GB; larger ones are imported on the command line.',
  'refusal.import-busy': 'Files of another list are being taken; try again when that has ended.',
  'refusal.code-required': 'Type the six digits that your authenticator shows, or a recovery code.',
  'refusal.link-used': 'This link was used already or has expired. Ask for a new one.',
  'refusal.recovery-without-codes': 'Recovery codes need one-time codes, which are switched off.',
  'refusal.last-owner': 'This is the last owner; make somebody else an owner first.',
  'refusal.member-already':
    '{email} is in this account already. Make a new link for the password, or change the role, in the list of users.',
  'refusal.no-such-user': 'There is no such user.',
  'refusal.no-such-key': 'There is no such key.',
  'refusal.email-invalid': 'This is not an email address. Write it like ops@example.org.',
  'refusal.key-name-missing': 'Give the key a name, such as the program that uses it.',
  'refusal.key-name-controls': 'A name has no line breaks, tabs or other control characters.',
  'refusal.key-name-too-long': 'A name may have at most {most} characters.',
  'refusal.scope-missing': 'This API key may not do this: it lacks the scope {scopes}.',
  'refusal.scope-unknown': 'There is no scope "{given}". These are: {known}.',
  'refusal.scopes-none': 'Say what the key may do: choose one at least, or everything.',
  'refusal.expiry-invalid':
    'The expiry must be an ISO 8601 date or date-time such as 2027-06-30 or 2027-06-30T12:00:00Z, not "{given}".',
  'refusal.expiry-passed': 'The expiry {at} has passed already.',
  'refusal.alert-changed': 'Another user has changed this alert. Load it again before you decide.',
  'refusal.no-screening': 'Screening {id} was not found.',
  'refusal.no-verification': 'Verification {id} was not found.',
  'refusal.alert-undecidable':
    'The alert is in a state that does not allow this decision, or a proposal waits for a second person.',
  'refusal.customer-taken': 'The reference {reference} is taken: a customer has it already.',
  'refusal.many-notes': 'A customer has at most {most} notes.',
  'refusal.no-customer': 'Customer {reference} was not found.',
  'refusal.no-list': 'There is no list {id}.',
  'refusal.no-entity': 'No list has the entry {id}, and no alert is about it.',
  'refusal.customer-proposal-gone': 'The proposal no longer waits. Load the customer again.',
  'refusal.not-second': 'A second person has to accept: somebody else, who could decide before this was proposed.',
  'refusal.customer-contested': 'Others change this customer all the time; try again.',
  'refusal.no-alert': 'Alert {id} was not found.',
  'refusal.many-steps': 'This alert has {most} steps in its history and takes no more of this kind.',
  'refusal.many-words': 'A search may have at most {most} words.',
  'refusal.quota': 'The quota of this account is exhausted for this period.',
  'refusal.lists-loading': 'The lists are still being loaded; nothing was screened and nothing spent.',
  'refusal.disk-full': 'The disk of the data directory is full; nothing was stored.',
  'refusal.no-value': 'A value has a NUL character, or is a time that cannot be stored.',
  'refusal.database-away': 'The database cannot be reached just now; nothing was stored. Try again.',
  'refusal.database-full': 'The database takes no writes just now; nothing was stored.',
  'refusal.database-busy': 'The database is in use by another process; try again.',
  'refusal.internal': 'The server could not answer this request; it is logged as {id}.',
  'refusal.fault': 'Something went wrong in the service.',
  'address.invalid': '{what} must be an IPv4 or IPv6 address or a CIDR range, not "{given}": {why}.',
  'address.allowed': 'An allowed address',
  'address.neither': 'it is neither',
  'address.length': 'the length must be 0 to {most}',
  'address.host-bits':
    'bits of the host are set: write {network}/{bits} for the network or {address} for the address (/{most})',
} as const satisfies Record<string, string>;

export type SentenceCode = keyof typeof SENTENCES;
/** A sentence that is put into words where somebody reads it. */
export interface Sentence {
  readonly code: SentenceCode;
  readonly values?: Values;
}
/** The codes that begin so, without that beginning. */
export type CodeOf<Kind extends string> = SentenceCode extends infer Code
  ? Code extends `${Kind}.${infer Rest}`
    ? Rest
    : never
  : never;

/** The sentence of a code, its `{name}`s filled in. */
export function say(code: SentenceCode, values: Values = {}): string {
  return SENTENCES[code].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function inWords({ code, values }: Sentence): string {
  return say(code, values);
}

const CODES = Object.keys(SENTENCES) as SentenceCode[];
const TEMPLATES = CODES.filter((code) => SENTENCES[code].includes('{'));
const WITHOUT_VALUES = new Map<string, SentenceCode>(CODES.map((code) => [SENTENCES[code], code]));

/** The code and the values of a sentence that `say` made; undefined for any other text. */
export function recognise(sentence: string): { readonly code: SentenceCode; readonly values: Values } | undefined {
  const whole = WITHOUT_VALUES.get(sentence);
  if (whole) return { code: whole, values: {} };
  for (const code of TEMPLATES) {
    const values = valuesIn(SENTENCES[code], sentence);
    if (values) return { code, values };
  }
  return undefined;
}

const ABOUT_LISTS = CODES.filter((code) => code.startsWith('list.'));

/** Whether a note of a record says that a list was missing, old or of unknown age when it was searched. */
export function isAboutLists(note: string): boolean {
  return ABOUT_LISTS.some((code) => valuesIn(SENTENCES[code], note) !== undefined);
}

/** What stands in the places of a template, undefined where the sentence was not made from it. */
function valuesIn(template: string, sentence: string): Values | undefined {
  const [start = '', ...rest] = template.split(/\{(\w+)\}/);
  if (!sentence.startsWith(start)) return undefined;
  const values: Record<string, string> = {};
  let at = start.length;
  for (let index = 0; index < rest.length; index += 2) {
    const text = rest[index + 1]!;
    const isLast = index + 2 === rest.length;
    const end = isLast && sentence.endsWith(text) ? sentence.length - text.length : sentence.indexOf(text, at);
    if (end <= at) return undefined;
    values[rest[index]!] = sentence.slice(at, end);
    at = end + text.length;
  }
  return at === sentence.length ? values : undefined;
}
