"""Cards in general at the level of lines: no known document is drawn, and no layout twice.

`card(rng, held_out)` gives the lines as a text reader has them and what the card says. Lengths are in widths of a card.
"""

import phrases as p
from values import CHINESE, Values, cased, digits, garbage, invented, letters, pick
from wear import worn

FIELDS = "surname given name former number personal birth issue expiry sex nationality address".split()
CLASSES = ["other", "title", *FIELDS, *("label " + role for role in FIELDS + ["other"])]
HELD_OUT = {"et", "hr", "sl", "is", "fi", "sq"}
"""Languages of labels that cards for training never have."""
EU = {"surname": "1", "given": "2", "birth": "3", "issue": "4a", "expiry": "4b", "authority": "4c", "personal": "4d", "number": "5", "address": "8", "class": "9"}
US = {"surname": "1", "given": "2", "name": "1,2", "birth": "3", "issue": "4a", "expiry": "4b", "number": "4d", "address": "8", "sex": "15", "height": "16", "weight": "17", "eyes": "18", "hair": "19", "class": "9", "end": "9a", "restr": "12", "dd": "5"}
US_WORDS = {
    "surname": ["ln", "last name", "family name", "name", ""], "given": ["fn", "first name", "given names", ""], "name": ["name", "full name", ""], "birth": ["dob", "date of birth", "birth date", "birthdate"],
    "issue": ["iss", "issued", "issue date", "date issued"], "expiry": ["exp", "expires", "expiration", "expiration date"], "number": ["dl", "dl no.", "lic#", "lic. no.", "no.", "id", "license no.", "dln", "dl#", "number", "dl no"],
    "address": ["", "", "address", "addr"], "sex": ["sex", "gender"], "height": ["hgt", "height", "ht"], "weight": ["wgt", "weight", "wt"], "eyes": ["eyes", "eye color", "eye"], "hair": ["hair"], "class": ["class", "cl"], "end": ["end", "endorsements", "endors"],
    "restr": ["rest", "restrictions", "restr"], "dd": ["dd", "dd:", "audit"],
}  # fmt: skip
BIRTH_PLACES = "place of birth|lieu de naissance|geburtsort|luogo di nascita|lugar de nacimiento|fodested|syntymapaikka|szuletesi hely|mjesto rodenja|miejsce urodzenia|misto narozeni|dogum yeri|local de nascimento|geboorteplaats|tempat lahir".split("|")


class Card:
    """What one card says and how it is laid out, all of it drawn."""

    def __init__(self, rng, held_out):
        self.rng, self.lines, self.truth = rng, [], {}
        self.style = str(rng.choice(["aamva", "eu", "columns", "list", "table"], p=[0.3, 0.15, 0.3, 0.12, 0.13]))
        self.values = Values(rng, self.style == "aamva")
        known = [language for language in p.LANGUAGES if (language in HELD_OUT) == held_out]
        count = int(rng.choice([1, 2, 3, 5], p=[0.35, 0.42, 0.18, 0.05]))
        self.languages = [pick(rng, known) for _ in range(count)]
        if rng.random() < 0.65:
            self.languages[-1] = "en"
        self.label_case = int(rng.choice([0, 1, 2, 3], p=[0.35, 0.2, 0.4, 0.05]))
        self.glue = pick(rng, [" / ", "/", " ", " · ", " - ", "/ ", ". "])
        self.colon = pick(rng, ["", "", "", ":", ".", " :"])
        self.strange = rng.random() < 0.12
        self.place = {"list": "right", "table": "below"}.get(self.style) or pick(rng, ["below", "below", "below", "right", "above"])
        self.size = rng.uniform(0.02, 0.05)
        self.small = self.size * rng.uniform(0.5, 1.0)
        self.narrow = rng.uniform(0.4, 0.62)
        self.merge = pick(rng, [0.05, 0.2, 0.6])
        self.codes = {"aamva": pick(rng, [US, US, US, {}]), "eu": EU}.get(self.style)
        self.coded = pick(rng, ["same", "same", "same", "apart", "lost"])
        self.words = self.style not in ("eu", "aamva") or rng.random() < (0.12 if self.style == "eu" else 0.85)
        self.stop = pick(rng, ["", ".", ". "]) if self.style == "eu" else pick(rng, ["", "", "."])
        self.pitch = rng.uniform(1.15, 1.8)
        self.bare = rng.random() < 0.04
        self.nameless = pick(rng, [0.1, 0.9, 1.0])

    def label(self, role):
        """Words that announce a role, in the languages of the card; empty where it has none."""
        rng = self.rng
        if not self.words or self.bare:
            return ""
        if self.style == "aamva":
            return cased(pick(rng, US_WORDS.get(role, [""])), 0 if self.label_case == 0 else 1) + pick(rng, ["", "", ":"])
        parts = []
        for language in self.languages:
            some = {"former": p.FORMER, "birthplace": BIRTH_PLACES}.get(role) or p.LABELS[language].get(role) or p.LABELS["en"].get(role) or []
            part = cased(invented(rng, 4, 12) if self.strange and language != "en" else pick(rng, some), self.label_case) if some else ""
            if part and part not in parts:
                parts.append(part)
        most = 70 if self.place != "right" else 45
        while len(self.glue.join(parts)) > most and len(parts) > 1:
            parts.pop()
        return self.glue.join(parts) + self.colon

    def fields(self):
        """Roles with their values, each a list of lines of (text, class)."""
        rng, v, has = self.rng, self.values, lambda chance: self.rng.random() < chance
        out = self.names()
        born, made, ends = v.years()
        day = lambda year: v.date(year, year + 1)
        birth = day(born)
        rest = [("birth", [[(birth, "birth")]])] if has(0.95) else []
        if rest and has(0.35 if self.style == "eu" else 0.06):
            glue = pick(rng, [" ", ", ", " ("])
            rest[0][1][0].append((glue.strip() + v.town() + (")" if "(" in glue else ""), "other"))
        for role, chance, value in [
            ("expiry", 0.85, lambda: day(ends) if has(0.97) else "PERMANENT"), ("issue", 0.65, lambda: day(made)), ("sex", 0.15 if self.style == "eu" else 0.72, v.sex),
            ("nationality", 0.08 if self.style in ("eu", "aamva") else 0.65, v.nationality), ("personal", 0.04 if self.style == "aamva" else 0.35, lambda: v.personal(birth)),
        ]:  # fmt: skip
            if has(chance):
                rest.append((role, [[(value(), role)]]))
        corner = has(0.2) and self.style != "aamva"
        if has(0.9) and not corner:
            rest.insert(int(rng.integers(len(rest) + 1)), ("number", [[(v.number(), "number")]]))
        if has(0.95 if self.style == "aamva" else 0.45 if self.style == "eu" else 0.3):
            rest.insert(0 if self.style == "aamva" and has(0.85) else int(rng.integers(len(rest) + 1)), ("address", [[(line, "address")] for line in v.address()]))
        more = ["height", "weight", "eyes", "hair", "class", "end", "restr", "dd"] if self.style == "aamva" else ["authority", "class"] if self.style == "eu" else ["birthplace"] * has(0.5) + ["other"] * int(rng.integers(0, 5))
        for role in more:
            if has(0.75):
                rest.append((role, None))
        if has(0.5):
            rng.shuffle(rest)
        if self.style == "aamva" and has(0.7):
            rest.sort(key=lambda one: one[0] != "number")
            if has(0.5):
                return rest[:1] + out + rest[1:]
        if has(0.15):
            cut = int(rng.integers(len(rest) + 1))
            return rest[:cut] + out + rest[cut:]
        self.corner = corner
        return out + rest

    corner = False

    def names(self):
        rng, v, has = self.rng, self.values, lambda chance: self.rng.random() < chance
        surname, given = v.person(p.SURNAMES), v.given()
        joint = rng.random()
        two = [[(surname, "surname")], [(given, "given")]]
        if joint < 0.66:
            last = [[(word, "surname")] for word in surname.split(" ")] if has(0.08) else [[(surname, "surname")]]
            names = [("surname", last), ("given", [[(given, "given")]])]
            out = names if has(0.92) else names[::-1]
        elif joint < 0.8:
            out = [("name", two)]
        elif joint < 0.9:
            out = [("name", [[(surname + pick(rng, [",", ",", ", "]), "surname"), (given, "given")]])]
        else:
            out = [("name", [[(f"{given} {surname}" if has(0.7) else f"{surname} {given}", "name")]])]
            surname = given = None
        if has(0.1) and self.style not in ("eu", "aamva"):
            out.insert(int(rng.integers(1, len(out) + 1)), ("former", [[(v.person(p.SURNAMES), "former")]]))
        return out

    def put(self, tokens, x, y, height):
        """A line of (text, class) pairs at a place, as the finder of lines frames it."""
        tokens = [(text, kind) for text, kind in tokens if text]
        if tokens:
            text = " ".join(text for text, _ in tokens)
            self.lines.append((tokens, (x, y, height * self.narrow * max(1, len(text)), height)))
        return self.width(tokens, height)

    def width(self, tokens, height):
        return height * self.narrow * max(1, len(" ".join(text for text, _ in tokens)))

    def draw(self, clear):
        rng = self.rng
        left, y = pick(rng, [rng.uniform(0.0, 0.1), rng.uniform(0.25, 0.45)]), self.head()
        fields = self.says = self.fields()
        if self.corner:
            number = [(self.values.number(), "number")]
            self.says = fields + [("number", [number])]
            self.put(number, rng.uniform(0.5, 0.9), rng.uniform(0, y), self.size * rng.uniform(0.8, 1.4))
        most = int(rng.choice([1, 2, 3, 4], p=[0.35, 0.35, 0.2, 0.1])) if self.style != "table" else int(rng.integers(2, 5))
        while fields:
            wide = fields[0][0] in ("surname", "given", "name", "address", "former") and rng.random() < 0.85
            take = 1 if wide or self.style == "list" else int(rng.integers(1, most + 1))
            row = fields[:take]
            for at, (role, _) in enumerate(row[1:], 1):
                if role in ("name", "address"):
                    row = row[:at]
                    break
            fields = fields[len(row) :]
            y += self.row(row, left, y) + self.size * rng.uniform(0, 0.5)
        self.ghosts(y)
        if rng.random() < 0.08:
            self.back(y + 0.1)
        return worn(rng, self.lines, clear)

    def row(self, row, left, y):
        """Fields beside each other; gives the height that they take."""
        cells = [self.cell(*one) for one in row]
        place = self.place if self.rng.random() < 0.9 else pick(self.rng, ["below", "right"])
        if self.codes is not None and self.rng.random() < 0.9:
            place = "right"
        needs = [max(self.width(head, self.small) if place != "right" else self.width(head, self.small) + self.width(value[0], self.size), self.width(value[0], self.size)) for head, value in cells]
        room = max(0.0, 1 - left - sum(needs)) / max(1, len(cells))
        places, x = [], left
        for need in needs:
            places.append(x)
            x += need + min(room, self.rng.uniform(0.01, 0.25))
        if place == "right":
            return self.beside(cells, places, y)
        over, under = (self.small, self.size) if place == "below" else (self.size, self.small)
        heads, firsts = [head for head, _ in cells], [value[0] for _, value in cells]
        two = self.rng.random() < 0.1
        self.line(heads if place == "below" else firsts, places, y, over)
        self.line(firsts if place == "below" else heads, places, y + over * self.pitch, under)
        used = (over + under) * self.pitch
        for (_, value), x in zip(cells, places):
            for at, line in enumerate(value[1:]):
                self.put(line, x, y + used + at * self.size * self.pitch, self.size)
        return used + (max(len(value) for _, value in cells) - 1) * self.size * self.pitch + (self.small if two else 0)

    def line(self, parts, places, y, height):
        """Texts beside each other, at times found as one line."""
        if len(parts) > 1 and self.rng.random() < self.merge:
            self.put([token for part in parts for token in part], places[0], y, height)
            return
        for part, x in zip(parts, places):
            self.put(part, x, y + self.rng.normal(0, height * 0.05), height)

    def beside(self, cells, places, y):
        if len(cells) > 1 and self.rng.random() < self.merge * 0.6:
            self.put([token for head, value in cells for token in head + value[0]], places[0], y, self.size)
        else:
            for (head, value), x in zip(cells, places):
                joined = self.rng.random() < (0.35 if self.style == "list" else 0.75)
                if joined or not head:
                    self.put(head + value[0], x, y, self.size)
                else:
                    gap = max(self.put(head, x, y, self.small) + self.small * 0.3, 0.22 if self.style == "list" else 0)
                    self.put(value[0], x + gap, y, self.size)
        for (head, value), x in zip(cells, places):
            indent = 0.22 if self.style == "list" else pick(self.rng, [0, self.size])
            for at, line in enumerate(value[1:], 1):
                self.put(line, x + indent, y + at * self.size * self.pitch, self.size)
        return max(len(value) for _, value in cells) * self.size * self.pitch

    def cell(self, role, value):
        """The label and the value of a field, as tokens."""
        rng = self.rng
        kind = "label " + (role if role in FIELDS else "other")
        words = self.label(role)
        if value is None:
            value = [[(self.values.town() if role in ("birthplace", "authority") else self.values.about(words or role), "other")]]
        head = [(words, kind)] if words else []
        code = (self.codes or {}).get(role)
        if code and self.coded != "lost" and rng.random() < 0.9:
            head = [(code + self.stop.strip(), kind)] + head
        elif self.codes is None and self.style == "columns" and self.strange and words:
            head = [(pick(rng, ["1.", "2.", "[a]", "(3)", "4"]), kind)] + head
        if role in ("surname", "given", "name") and self.style == "aamva" and rng.random() < self.nameless:
            head = head[:1] if head and head[0][0][0].isdigit() and rng.random() < 0.6 else []
        return head, value

    def head(self):
        """The titles; gives where they end."""
        rng = self.rng
        y = rng.uniform(0.0, 0.08)
        code, country = pick(rng, p.COUNTRIES)
        if self.style == "aamva":
            country = pick(rng, p.STATES)[1]
            titles = [pick(rng, ["driver license", "driver's license", "identification card", "driver licence", "commercial driver license", "id card", "operator license", "not for federal identification", "limited term"])]
            names = [country] + ["usa"] * (rng.random() < 0.5)
        else:
            names = [country] + [other for one, other in p.COUNTRIES if one == code and other != country][: int(rng.integers(0, 3))]
            titles = [pick(rng, p.TITLES.get(language) or p.ALL_TITLES) for language in self.languages][:3]
        said = [(name, "title") for name in names] if rng.random() < 0.85 else []
        said += [(title, "title") for title in titles] if rng.random() < 0.85 else []
        if rng.random() < 0.12:
            said.append((letters(rng, int(rng.integers(1, 4))), "title"))
        big = self.size * rng.uniform(0.7, 1.6)
        x = rng.uniform(0.0, 0.5)
        while said:
            take, said = said[: int(rng.integers(1, 3))], said[int(rng.integers(1, 3)) :]
            self.put([(cased(text, int(rng.integers(3))), kind) for text, kind in take], x, y, big)
            y += big * rng.uniform(1.1, 1.8)
        return y + self.size * rng.uniform(0, 2)

    def ghosts(self, bottom):
        """Repeated values, microprint, overprint, other scripts, signatures and rows of a zone."""
        rng, v = self.rng, self.values
        said = [word for words, _ in self.lines for word in words if word[1] in FIELDS]
        at = lambda text, size=None: self.put([(text, "other")], rng.uniform(0, 0.9), rng.uniform(0, bottom + 0.1), size or self.size * rng.uniform(0.4, 1.2))
        for _ in range(int(rng.integers(0, 5))):
            if said and rng.random() < 0.3:
                text, kind = pick(rng, said)
                self.put([(text, kind if kind in ("birth", "number") else "other")], rng.uniform(0.5, 0.95), rng.uniform(0, bottom), self.size * rng.uniform(0.4, 0.8))
            else:
                at(pick(rng, [garbage(rng), garbage(rng), garbage(rng), invented(rng).upper(), v.number(), pick(rng, ["SPECIMEN", "SAMPLE", "VOID", v.town()]), "www.gov.us", "DD " + v.number(), "M", "CAN " + digits(rng, 6), "DONOR", "VETERAN", "ORGAN DONOR", "REAL ID", "21 IN 2029", v.date(1990, 2030), "UNDER 21", v.town(), digits(rng, 6), v.given()]))
        if rng.random() < 0.15:
            word = cased(pick(rng, p.STATES)[1] if rng.random() < 0.5 else pick(rng, p.COUNTRIES)[1], 0)
            for _ in range(int(rng.integers(3, 9))):
                at(word[int(rng.integers(0, 3)) : len(word) - int(rng.integers(0, 3))])
        if rng.random() < 0.15:
            for _ in range(int(rng.integers(2, 8))):
                at("".join(pick(rng, CHINESE) for _ in range(int(rng.integers(2, 10)))) if self.strange else garbage(rng), self.size)
        if rng.random() < 0.2:
            for row in range(int(rng.integers(1, 4))):
                at("".join(pick(rng, "ABCDEFKLMNPRSTU0123456789<<<<") for _ in range(int(rng.integers(28, 45)))))

    def back(self, y):
        """The other side in the same picture: dates of categories, words of law."""
        rng, day = self.rng, self.values.date
        for at in range(int(rng.integers(2, 9))):
            text = [(pick(rng, ["AM", "A1", "A2", "A", "B1", "B", "C1", "C", "BE"]), "other")] + [(day(1980, 2035), "other")] * int(rng.integers(0, 3)) if rng.random() < 0.5 else [(" ".join(invented(rng) for _ in range(int(rng.integers(2, 8)))), "other")]
            self.put(text, rng.uniform(0, 0.4), y + at * self.small * 1.5, self.small)


def card(rng, held_out=False, clear=False):
    drawn = Card(rng, held_out)
    return drawn.draw(clear), drawn.says, drawn.values.meanings
