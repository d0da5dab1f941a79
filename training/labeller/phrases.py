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
MONTHS = [(int(month), word) for month, word in rows("documents/months.tsv")]
SEXES = [word for _, word in rows("documents/sexes.tsv")]
SURNAMES = [name for name, *_ in rows("names/common-surnames.tsv")]
SURNAMES += [reading for _, reading, *_ in rows("names/japanese-surnames.tsv")]
GIVEN = [name for _, name, *_ in rows("names/given-names.tsv")] + [name.lower() for name, *_ in rows("documents/given-names.tsv")]
OTHERS = "birth name|geburtsname|nom de naissance|maiden name|rodne prijmeni|name at birth|nazwisko rodowe|nom d'usage|nom d'epouse".split("|")
"""Names that the holder had before or uses beside: no surname of the document."""
