"""What documents print: the labels, titles, names and words of the tables that the service reads with."""

from pathlib import Path

TABLES = Path(__file__).parents[2] / "tables"


def rows(name):
    """The rows of a table as lists, without its comments and its head."""
    lines = [line for line in (TABLES / name).read_text().splitlines() if line and not line.startswith("#")]
    return [line.split("\t") for line in lines[1:]]


LABELS = {}
"""Phrases by language and role."""
for role, _, phrase, languages, *_ in rows("documents/labels.tsv"):
    for language in languages.split(","):
        LABELS.setdefault(language, {}).setdefault(role, []).append(phrase)
LANGUAGES = sorted(language for language, roles in LABELS.items() if {"surname", "given", "birth"} <= set(roles))
TITLES = {}
for kind, phrase, languages, *_ in rows("documents/titles.tsv"):
    for language in languages.split(","):
        TITLES.setdefault(language, []).append(phrase)
ALL_TITLES = [phrase for phrases in TITLES.values() for phrase in phrases]
COUNTRIES = [(code, phrase) for code, _, use, phrase, *_ in rows("documents/countries.tsv") if use == "name"]
CITIZENS = [(code, phrase) for code, _, use, phrase, *_ in rows("documents/countries.tsv") if use != "name"]
STATES = [(code, name) for _, code, _, name in rows("documents/regions.tsv")]
MONTHS = [(int(month), word) for month, word in rows("documents/months.tsv")]
SEXES = [(sex, word) for sex, word in rows("documents/sexes.tsv")]
FORMATS = [form for _, form in rows("documents/licence-number-formats.tsv")]
SURNAMES = [name for name, *_ in rows("names/common-surnames.tsv")]
SURNAMES += [reading for _, reading, *_ in rows("names/japanese-surnames.tsv")]
GIVEN = [name for _, name, *_ in rows("names/given-names.tsv")] + [name.lower() for name, *_ in rows("documents/given-names.tsv")]
UNREAL = "specimen sample test muster mustermann doe public card example cardholder traveler citizen driver person holder model anyone nowhere license visitor jane john erika max".split()
"""Words that specimens of documents have for names."""
FORMER = "birth name|geburtsname|nom de naissance|maiden name|rodne prijmeni|name at birth|nazwisko rodowe|nom d'usage|nom d'epouse|nom de famille a la naissance|apellido de soltera|szuletesi nev|rodne priezvisko".split("|")
"""Names that the holder had before or uses beside: no surname of the document."""
