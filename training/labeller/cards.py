"""Cards in general at the level of lines: no known document is drawn, and no layout twice.

`card(rng, held_out)` gives lines of (words, box, certainty); a word is (text, class). Boxes are x, y, width, height in widths of a card.
"""

import phrases as p

CLASSES = ["other", "title", "label"]
FIELDS = "surname given name former number personal birth issue expiry sex nationality country place address".split()
CLASSES += FIELDS
HELD_OUT = {"et", "hu", "hr", "sl", "is", "tr"}
"""Languages of labels that cards for training never have."""
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvz"
SWAPS = {"O": "0D", "0": "OD", "I": "1l", "1": "I7", "S": "5", "5": "S", "B": "8", "8": "B", "Z": "2", "G": "6", "E": "F", "H": "N", "m": "rn", "l": "1I", "u": "v", "a": "o", "e": "c", ":": ".", "/": "7I", ".": ","}


def invented(rng):
    """A pronounceable word that is in no table."""
    out, vowel = [], rng.random() < 0.4
    for _ in range(int(rng.integers(2, 9))):
        out.append(pick(rng, VOWELS if vowel else CONSONANTS))
        vowel = not vowel if rng.random() < 0.85 else vowel
    return "".join(out)


def pick(rng, some):
    return some[int(rng.integers(len(some)))]


def cased(rng, text, case):
    return text.upper() if case == 0 else text.title() if case == 1 else text[:1].upper() + text[1:].lower() if case == 2 else text.lower()


class Card:
    """What one card says and how it is laid out, all of it drawn."""

    def __init__(self, rng, held_out):
        self.rng = rng
        known = [language for language in p.LANGUAGES if (language in HELD_OUT) == held_out]
        count = int(rng.choice([1, 2, 2, 3, 5])) if not held_out else int(rng.choice([1, 2]))
        self.languages = [pick(rng, known) for _ in range(count)]
        if rng.random() < 0.6 and not held_out:
            self.languages[-1] = "en"
        if held_out and count > 1 and rng.random() < 0.5:
            self.languages[-1] = "en"
        self.label_case, self.value_case = int(rng.choice([0, 1, 2, 3], p=[0.3, 0.2, 0.4, 0.1])), int(rng.choice([0, 1], p=[0.75, 0.25]))
        self.glue = pick(rng, [" / ", "/", " ", " · ", " - ", "/ "])
        self.colon = pick(rng, ["", "", ":", "."])
        self.codes = pick(rng, ["none", "none", "none", "eu", "aamva", "count", "brackets"])
        self.words = rng.random() > (0.35 if self.codes in ("eu", "aamva") else 0.04)
        self.place = pick(rng, ["below", "below", "right", "above"]) if self.words else "right"
        self.size = rng.uniform(0.022, 0.05)
        self.small = self.size * rng.uniform(0.5, 0.95)
        self.order = int(rng.integers(8))
        self.month = None if rng.random() < 0.6 else rng.random() < 0.5
        self.lines = []

    def date(self, low, high):
        rng = self.rng
        day, month, year = int(rng.integers(1, 29)), int(rng.integers(1, 13)), int(rng.integers(low, high))
        if self.month is not None:
            words = [word for number, word in p.MONTHS if number == month and len(word) <= (4 if self.month else 9)]
            word = pick(rng, words) + (pick(rng, ["/", " / ", " /"]) + pick(rng, words) if rng.random() < 0.4 else "")
            short = year % 100 if self.order == 0 else year
            return f"{day:02d}{pick(rng, [' ', ' ', '', '-', '.'])}{cased(rng, word, self.value_case)}{pick(rng, [' ', ' ', ''])}{short:02d}"
        form = ["{d:02d}.{m:02d}.{y}", "{d:02d} {m:02d} {y}", "{d:02d}/{m:02d}/{y}", "{m:02d}/{d:02d}/{y}", "{y}-{m:02d}-{d:02d}", "{d:02d}-{m:02d}-{y}", "{y}.{m:02d}.{d:02d}", "{d:02d}.{m:02d}.{s:02d}"]
        return form[self.order].format(d=day, m=month, y=year, s=year % 100)

    def number(self, kind=None):
        rng = self.rng
        kind = int(rng.integers(5)) if kind is None else kind
        digits = lambda n: "".join(str(d) for d in rng.integers(0, 10, n))
        letters = lambda n: "".join(pick(rng, "ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(n))
        length = int(rng.integers(6, 13))
        if kind == 0:
            return digits(length)
        if kind == 1:
            return letters(int(rng.integers(1, 4))) + digits(length - 2)
        if kind == 2:
            return digits(3) + pick(rng, " -.") + digits(3) + pick(rng, " -.") + digits(int(rng.integers(2, 5)))
        if kind == 3:
            return "".join(pick(rng, "ABCDEFGHKLMNPRTXYZ0123456789") for _ in range(length))
        return digits(6) + pick(rng, ["-", " ", "/", ""]) + digits(int(rng.integers(3, 6)))

    def person(self, pool):
        rng = self.rng
        word = lambda: pick(rng, pool) if rng.random() < 0.7 else invented(rng)
        words = [word() for _ in range(int(rng.choice([1, 2, 3], p=[0.6, 0.32, 0.08])))]
        glue = "-" if rng.random() < 0.08 else " "
        name = glue.join(words)
        if rng.random() < 0.06:
            name = pick(rng, ["de ", "van ", "al ", "de la ", "von ", "bin ", "mc "]) + name
        return cased(rng, name, self.value_case)

    def place_name(self):
        name = invented(self.rng) if self.rng.random() < 0.7 else pick(self.rng, p.SURNAMES)
        return cased(self.rng, name + (" " + invented(self.rng) if self.rng.random() < 0.2 else ""), self.value_case)

    def address(self):
        rng = self.rng
        street = [self.place_name(), pick(rng, ["st", "street", "rue", "ul.", "calle", "str.", "ave", "road", "gatan", "via", "utca", ""])]
        house = str(int(rng.integers(1, 400)))
        first = " ".join([house] * (rng.random() < 0.5) + street + [house] * (rng.random() < 0.5)).strip()
        second = f"{int(rng.integers(1000, 99999))} {self.place_name()}" if rng.random() < 0.6 else f"{self.place_name()}, {pick(rng, 'ABCDEFG')}{pick(rng, 'AKLTXYZ')} {int(rng.integers(10000, 99999))}"
        return [cased(rng, first, self.value_case)] + ([cased(rng, second, self.value_case)] if rng.random() < 0.8 else [])

    def sex(self):
        rng = self.rng
        kind = rng.random()
        letter = pick(rng, "MF")
        return letter if kind < 0.5 else pick(rng, "KNMFZHVT") + pick(rng, ["/", " / ", "-"]) + letter if kind < 0.8 else pick(rng, p.SEXES)

    def nationality(self):
        rng = self.rng
        kind = rng.random()
        code, word = pick(rng, p.CITIZENS if rng.random() < 0.7 else p.COUNTRIES)
        same = [other for one, other in p.CITIZENS if one == code]
        text = code if kind < 0.3 else word if kind < 0.7 or not same else word + pick(rng, ["/", " / "]) + pick(rng, same)
        return cased(rng, text, self.value_case) if kind >= 0.3 else text

    def label(self, role):
        """Words that announce a role, in the languages of the card; None where it has none."""
        if not self.words:
            return ""
        parts = []
        for language in self.languages:
            some = p.LABELS[language].get(role) or p.LABELS["en"].get(role) or []
            if role == "former":
                some = p.OTHERS
            if some:
                part = cased(self.rng, pick(self.rng, some), self.label_case)
                if part not in parts:
                    parts.append(part)
        return self.glue.join(parts) + self.colon

    def code(self, role, at):
        eu = {"surname": "1", "given": "2", "birth": "3", "issue": "4a", "expiry": "4b", "personal": "4d", "number": "5", "address": "8", "place": "3", "other": "9"}
        us = {"surname": "1", "given": "2", "name": "1,2", "birth": "3", "issue": "4a", "expiry": "4b", "number": "4d", "address": "8", "sex": "15", "other": pick(self.rng, ["9", "12", "16", "17", "18", "5"])}
        if self.codes in ("eu", "aamva"):
            one = (eu if self.codes == "eu" else us).get(role, "")
            return one + pick(self.rng, ["", ".", "."]) if one else ""
        if self.codes == "count":
            return f"{at + 1}."
        return f"[{'abcdef'[at % 6]}]" if self.codes == "brackets" and at < 3 else ""

    def fields(self):
        """The roles of a card with their values, each a list of lines of (text, class)."""
        rng = self.rng
        has = lambda chance: rng.random() < chance
        birth = self.date(1935, 2012)
        out = []
        joint = rng.random()
        surname, given = self.person(p.SURNAMES), self.person(p.GIVEN)
        if joint < 0.72:
            names = [("surname", [[(surname, "surname")]]), ("given", [[(given, "given")]])]
            out += names if has(0.9) else names[::-1]
        elif joint < 0.86:
            out.append(("name", [[(surname, "surname")], [(given, "given")]]))
        else:
            comma = has(0.5)
            whole = f"{surname}, {given}" if comma else f"{given} {surname}"
            parts = [(surname + ",", "surname"), (given, "given")] if comma else [(whole, "name")]
            out.append(("name", [parts]))
        if has(0.12):
            out.insert(int(rng.integers(1, len(out) + 1)), ("former", [[(self.person(p.SURNAMES), "former")]]))
        rest = [("birth", [[(birth, "birth")]])]
        if has(0.8):
            rest.append(("expiry", [[(self.date(2005, 2040), "expiry")]]))
        if has(0.7):
            rest.append(("issue", [[(self.date(1998, 2027), "issue")]]))
        if has(0.7):
            rest.append(("sex", [[(self.sex(), "sex")]]))
        if has(0.65):
            rest.append(("nationality", [[(self.nationality(), "nationality")]]))
        if has(0.85):
            rest.append(("number", [[(self.number(), "number")]]))
        if has(0.4):
            rest.append(("personal", [[(self.number(), "personal")]]))
        if has(0.35):
            rest.append(("address", [[(line, "address")] for line in self.address()]))
        if has(0.5):
            rest.append(("place", [[(self.place_name(), "place")]]))
        for _ in range(int(rng.integers(0, 5))):
            kinds = [self.place_name(), f"{int(rng.integers(140, 200))} cm", f"{int(rng.integers(1, 9))}", pick(rng, ["BLU", "BRO", "GRN", "B", "AM B1 B", "NONE", "C1E", "P", "PB", "None"]), self.number(), self.date(1990, 2030), "1,70 m", "5'-08\""]
            rest.append(("other", [[(pick(rng, kinds), "other")]]))
        if has(0.5):
            rng.shuffle(rest)
        if has(0.2):
            rest.insert(0, out.pop())
        return out + rest

    def put(self, words, x, y, height):
        """A line of (text, class) pairs at a place, as the finder of lines frames it."""
        text = " ".join(text for text, _ in words)
        self.lines.append((words, (x, y, height * 0.52 * max(1, len(text)), height)))

    def draw(self):
        rng = self.rng
        columns = int(rng.choice([1, 2, 3], p=[0.4, 0.4, 0.2]))
        left, y = rng.uniform(0.02, 0.4), self.head()
        width = (1 - left) / columns
        beside, at = rng.uniform(0.12, 0.4) if self.place == "right" else 0, 0
        pitch = rng.uniform(1.15, 1.9)
        column, tallest = 0, 0.0
        for order, (role, value) in enumerate(self.fields()):
            wide = role in ("surname", "given", "name", "address", "former")
            if wide and column:
                column, y, tallest = 0, y + tallest, 0.0
            used = self.block(role, value, left + column * width, y, beside, pitch, order)
            tallest, at, column = max(tallest, used), at + 1, column + 1
            if wide or column >= columns or rng.random() < 0.15:
                column, y, tallest = 0, y + tallest + self.size * rng.uniform(0, 0.6), 0.0
        self.ghosts(y)
        return self.worn()

    def block(self, role, value, x, y, beside, pitch, at):
        """A label with its value; gives the height that it takes."""
        asked = "other" if role == "place" else role
        code, words = self.code(role, at), self.label(asked)
        head = [(part, "label") for part in (code, words) if part]
        if role == "place" and words:
            head = [(part, "label") for part in (code, pick(self.rng, ["place of birth", "lieu de naissance", "geburtsort", "luogo di nascita", "fodested", "syntymapaikka", "szuletesi hely", "mjesto rodenja"])) if part]
        first, *others = value
        if not head or (not words and self.rng.random() < 0.7):
            self.put(head + first, x, y, self.size)
            used = 1
        elif self.place == "right":
            if self.rng.random() < 0.4:
                self.put(head + first, x, y, self.size)
            else:
                self.put(head, x, y, self.small)
                self.put(first, x + max(beside, self.small * 0.54 * len(" ".join(t for t, _ in head))), y, self.size)
            used = 1
        elif self.place == "below":
            self.put(head, x, y, self.small)
            self.put(first, x + self.rng.normal(0, 0.003), y + self.small * pitch, self.size)
            used = 1 + self.small / self.size
        else:
            self.put(first, x, y, self.size)
            self.put(head, x, y + self.size * 1.1, self.small)
            used = 1 + self.small / self.size
        for line in others:
            self.put(line, x + (beside if self.place == "right" else 0), y + used * self.size * pitch, self.size)
            used += 1
        return used * self.size * pitch

    def head(self):
        """The titles; gives where they end."""
        rng = self.rng
        y = rng.uniform(0.0, 0.08)
        code, country = pick(rng, p.COUNTRIES)
        names = [country] + [other for one, other in p.COUNTRIES if one == code and other != country][: int(rng.integers(0, 3))]
        titles = [pick(rng, p.TITLES.get(language) or p.ALL_TITLES) for language in self.languages][:3]
        said = [(name, "country") for name in names] if rng.random() < 0.85 else []
        said += [(title, "title") for title in titles] if rng.random() < 0.85 else []
        if rng.random() < 0.25:
            said.append((self.number(), "number" if rng.random() < 0.0 else "other"))
        big = self.size * rng.uniform(0.7, 1.6)
        x = rng.uniform(0.0, 0.5)
        while said:
            take = said[: int(rng.integers(1, 3))]
            said = said[len(take) :]
            self.put([(cased(rng, text, int(rng.integers(3))), kind) for text, kind in take], x, y, big)
            y += big * rng.uniform(1.1, 1.8)
        return y + self.size * rng.uniform(0, 2)

    def ghosts(self, bottom):
        """Repeated values, microprint, signatures and rows of a zone."""
        rng = self.rng
        values = [word for words, _ in self.lines for word in words if word[1] in FIELDS]
        for _ in range(int(rng.integers(0, 4))):
            text = pick(rng, values)[0] if values and rng.random() < 0.4 else pick(rng, [invented(rng), invented(rng).upper(), self.number(), "SPECIMEN", "SAMPLE", "www.gov", "DD " + self.number(3), "M", "CAN " + self.number(0)])
            self.put([(text, "other")], rng.uniform(0, 0.8), rng.uniform(0, bottom + 0.2), self.size * rng.uniform(0.4, 1.2))
        if rng.random() < 0.15:
            text = "".join(pick(rng, "ABCDEFKLMNPRSTU0123456789<<<") for _ in range(30))
            self.put([(text, "other")], 0.03, bottom + 0.08, self.size)

    def worn(self):
        """The lines as a text reader gives them: joined, cut, with letters taken for others and spaces lost."""
        rng = self.rng
        loss = rng.choice([0.0, 0.01, 0.04, 0.1], p=[0.4, 0.35, 0.2, 0.05])
        spaces = rng.choice([0.02, 0.15, 0.5], p=[0.6, 0.3, 0.1])
        turn = rng.normal(0, 0.015)
        out = []
        for words, (x, y, width, height) in self.lines:
            if rng.random() < 0.03 + loss:
                continue
            tokens = []
            for text, kind in words:
                for token in text.split():
                    misread = "".join(pick(rng, SWAPS[c]) if c in SWAPS and rng.random() < loss * 1.5 else "" if rng.random() < loss * 0.2 else c for c in token)
                    if tokens and tokens[-1][1] == kind and rng.random() < spaces:
                        tokens[-1] = (tokens[-1][0] + misread, kind)
                    elif misread:
                        tokens.append((misread, kind))
            if tokens:
                sure = float(np_clip(1 - rng.exponential(0.02 + loss), 0.5, 1))
                box = (x + rng.normal(0, 0.003), y + turn * x + rng.normal(0, 0.002), width * rng.uniform(0.9, 1.1), height * rng.uniform(0.9, 1.2))
                out.append((tokens, box, sure))
        return out


def np_clip(value, low, high):
    return max(low, min(high, value))


def card(rng, held_out=False):
    return Card(rng, held_out).draw()
