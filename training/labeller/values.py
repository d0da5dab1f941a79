"""Values of fields as documents print them; each card has its own way of dates, numbers and letters."""

import phrases as p

VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvz"
CHINESE = "王李張刘陈楊黄趙吴周徐孫馬朱胡郭何高林罗国民身分證姓名出生年月日住址性別男女有效期限"
PARTICLES = ["de ", "van ", "al ", "de la ", "von ", "bin ", "mc ", "el-", "o'", "bint ", "da "]
AMERICAN_PARTICLES = ["mc ", "mc", "o'", "st. ", "st ", "van ", "de la ", "del ", "de los ", "le ", "la ", "mac"]
SUFFIXES = ["jr", "sr", "ii", "iii", "iv", "jr.", "sr.", "2nd", "3rd"]
SHORT_NAMES = "ng li wu le ho xu yu lu ma do vo an oh im ha ko ly yi ku ivy kim lee cox fox roy day may ray poe low oak".split()
STREETS = ["st", "street", "ave", "road", "rd", "dr", "blvd", "lane", "ln", "way", "court", "ct", "pl", "hwy"]
ROADS = ["rue", "ul.", "calle", "str.", "gatan", "via", "utca", "ulica", "strasse", "straat", "jalan", "av.", "avenida", "c/", "rua", "cesta", "jl.", "bulevar", "trg", "plaza", "piazza", "viale", "rr.", "os.", "pl.", "mah.", "lg."]
COLOURS = ["BLU", "BRO", "GRN", "HAZ", "BLK", "GRY", "BRN", "BLUE", "BROWN", "BLN"]


def pick(rng, some):
    return some[int(rng.integers(len(some)))]


def cased(text, case):
    return text.upper() if case == 0 else text.title() if case == 1 else text[:1].upper() + text[1:].lower() if case == 2 else text.lower()


def invented(rng, low=2, high=9):
    """A pronounceable word that is in no table."""
    out, vowel = [], rng.random() < 0.4
    for _ in range(int(rng.integers(low, high))):
        out.append(pick(rng, VOWELS if vowel else CONSONANTS))
        vowel = not vowel if rng.random() < 0.85 else vowel
    return "".join(out)


def digits(rng, count):
    return "".join(str(d) for d in rng.integers(0, 10, count))


def letters(rng, count):
    return "".join(pick(rng, "ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(count))


def garbage(rng):
    """What a reader makes of a script that it does not know, of background and of signatures."""
    kind = rng.random()
    size = int(rng.integers(1, 14))
    if kind < 0.35:
        return "".join(pick(rng, "AOMHTPKCBEXYNRUIl1") for _ in range(size))
    if kind < 0.6:
        return "".join(pick(rng, "abcdeijlrsJSyupGgLo.,-") for _ in range(size))
    if kind < 0.8:
        return "".join(pick(rng, CHINESE) for _ in range(size))
    return "".join(pick(rng, "AEHIKLMNOSTUV01358/|-.:") for _ in range(max(1, size // 2)))


class Values:
    def __init__(self, rng, american=False):
        self.rng, self.american = rng, american
        self.case = int(rng.choice([0, 1], p=[0.82, 0.18]))
        self.month = None if american or rng.random() < 0.62 else rng.random() < 0.6
        self.order = int(rng.choice([3, 3, 3, 3, 5, 8])) if american else int(rng.choice([0, 0, 1, 2, 4, 6, 7, 8, 9]))
        self.kind = int(rng.integers(6))
        self.meanings = {}
        self.unreal = pick(rng, [0.02, 0.02, 0.6]) if american else pick(rng, [0.02, 0.02, 0.02, 0.3])

    def years(self):
        """Years of birth, of issue and of expiry."""
        birth = int(self.rng.integers(1935, 2010))
        issue = int(self.rng.integers(max(1998, birth + 1), 2027))
        return birth, issue, issue + int(self.rng.choice([1, 2, 3, 4, 5, 5, 6, 8, 10, 10, 10, 15]))

    def date(self, low, high):
        day, month, year = int(self.rng.integers(1, 29)), int(self.rng.integers(1, 13)), int(self.rng.integers(low, high))
        return self.meaning(self.printed(day, month, year), f"{year}-{month:02d}-{day:02d}")

    def meaning(self, text, value):
        """Keeps what a text says."""
        self.meanings[text] = value
        return text

    def printed(self, day, month, year):
        rng = self.rng
        if self.month is not None:
            some = [word for number, word in p.MONTHS if number == month and len(word) <= (4 if self.month else 9)]
            word = pick(rng, some) + (pick(rng, ["/", " / ", " /", " "]) + pick(rng, some) if self.kind == 1 else "")
            gap = ["", " ", " ", " ", "-", "."][self.kind]
            return f"{day:02d}{gap}{cased(word, self.case)}{gap}{year % 100 if self.order == 7 else year:02d}"
        forms = "{d:02d}.{m:02d}.{y}|{d:02d} {m:02d} {y}|{d:02d}/{m:02d}/{y}|{m:02d}/{d:02d}/{y}|{y}-{m:02d}-{d:02d}|{m:02d}-{d:02d}-{y}|{y}.{m:02d}.{d:02d}|{d:02d}.{m:02d}.{s:02d}|{y}/{m:02d}/{d:02d}|{d}.{m}.{y}"
        return forms.split("|")[self.order].format(d=day, m=month, y=year, s=year % 100)

    def number(self, kind=None):
        rng = self.rng
        kind = int(rng.integers(6)) if kind is None else kind
        length = int(rng.integers(6, 13))
        if kind == 0:
            return digits(rng, length)
        if kind == 1:
            return letters(rng, int(rng.integers(1, 4))) + digits(rng, length - 2)
        if kind == 2:
            return digits(rng, 3) + pick(rng, " -.") + digits(rng, 3) + pick(rng, " -.") + digits(rng, int(rng.integers(2, 5)))
        if kind == 3:
            return "".join(pick(rng, "ABCDEFGHKLMNPRTXYZ0123456789") for _ in range(length - 3)) + digits(rng, 3)
        if kind == 4:
            return digits(rng, 6) + pick(rng, ["-", " ", "/", ""]) + digits(rng, int(rng.integers(3, 6)))
        form = pick(rng, p.FORMATS)
        out, at = "", 0
        while at < len(form):
            some = {"A": letters, "9": digits}.get(form[at], lambda _, n: form[at] * n)
            end = form.find("}", at) if form[at + 1 : at + 2] == "{" else -1
            out += some(rng, int(form[at + 2 : end].split(",")[0]) if end > 0 else 1)
            at = end + 1 if end > 0 else at + 1
        return out if len(out) > 4 else digits(rng, 9)

    def personal(self, birth):
        """A personal number: of most countries it holds the date of birth."""
        rng, (year, month, day) = self.rng, self.meanings[birth].split("-")
        if rng.random() < 0.4:
            return self.number()
        date = pick(rng, [year[2:] + month + day, year[2:] + month + day, day + month + year[2:], day + month + year[1:], year + month + day])
        return pick(rng, ["", "", "", digits(rng, 1)]) + date + pick(rng, ["", "", "-", "/", " ", "-"]) + digits(rng, int(rng.integers(2, 7))) + pick(rng, ["", "", "", letters(rng, 1)])

    def person(self, pool, most=3):
        rng = self.rng
        drawn = lambda: pick(rng, SHORT_NAMES) if rng.random() < 0.06 else pick(rng, pool) if rng.random() < 0.72 else invented(rng)
        word = lambda: pick(rng, p.UNREAL) if rng.random() < self.unreal else drawn()
        some = [word() for _ in range(int(rng.choice([1, 2, 3], p=[0.62, 0.32, 0.06])))][:most]
        name = ("-" if rng.random() < 0.08 else " ").join(some)
        if rng.random() < 0.06:
            name = pick(rng, AMERICAN_PARTICLES if self.american else PARTICLES) + name
        return cased(name, self.case)

    def given(self):
        """Given names; in North America mostly with initials between or behind them, at times with a suffix."""
        rng, words = self.rng, self.person(p.GIVEN).split(" ")
        often = 0.35 if self.american else 0.03
        stop = pick(rng, ["", "", "."])
        for at in range(len(words), 0, -1):
            if rng.random() < often:
                words.insert(at, pick(rng, "ABCDEFGHIJKLMNOPQRSTUVW") + stop)
        if rng.random() < (0.06 if self.american else 0):
            words[-1:] = [words[-1] + pick(rng, ["", "", ","]), cased(pick(rng, SUFFIXES), self.case)]
        return " ".join(words)

    def town(self):
        name = invented(self.rng, 3) if self.rng.random() < 0.5 else pick(self.rng, p.SURNAMES)
        return cased(name + (" " + invented(self.rng) if self.rng.random() < 0.25 else ""), self.case)

    def address(self):
        """Lines of an address."""
        lines = self.american_address() if self.american else self.foreign_address()
        return [cased(line, self.case) for line in lines]

    def american_address(self):
        rng = self.rng
        house = str(int(rng.integers(1, 9000)))
        way = pick(rng, ["", "", "", "N ", "E ", "SW "])
        name = digits(rng, int(rng.integers(1, 3))) + pick(rng, ["th", "nd", ""]) if rng.random() < 0.1 else self.town()
        first = f"po box {house}" if rng.random() < 0.06 else f"{house} {way}{name} {pick(rng, STREETS)}"
        flat = pick(rng, ["apt ", "unit ", "#", "apt. ", "ste "]) + house[:2]
        code, state = pick(rng, p.STATES)
        if rng.random() < 0.05:
            code = state
        tail = digits(rng, 5) + (pick(rng, "-- ") + digits(rng, 4) if rng.random() < 0.3 else "")
        if rng.random() < 0.1:
            tail = self.code("A9A 9A9")
        town = f"{self.town()}{pick(rng, [', ', ' ', ' ', ','])}"
        place = [f"{town}{code}{pick(rng, [' ', ' ', '  ', ', '])}{tail}"] if rng.random() < 0.95 else [town.strip(" ,"), f"{code} {tail}"]
        lines = [first + " " + flat] if rng.random() < 0.1 else [first, flat] if rng.random() < 0.1 else [first]
        county = [self.town() + pick(rng, [" county", " co", ""])] if rng.random() < 0.04 else []
        if rng.random() < 0.08:
            return [pick(rng, [" ", ", "]).join(lines + place)] + county
        return lines + place + county

    def code(self, form):
        return "".join(digits(self.rng, 1) if one == "9" else letters(self.rng, 1) if one == "A" else one for one in form)

    def foreign_address(self):
        """Parts in the order of some country, on one line or wrapped wherever it ends."""
        rng, has = self.rng, lambda chance: self.rng.random() < chance
        house = pick(rng, ["", "", "", "", "no. ", "nr. ", "nº ", "n. ", "č. "]) + str(int(rng.integers(1, 300))) + pick(rng, ["", "", "", "", "a", " B", f"/{int(rng.integers(1, 40))}", f"-{int(rng.integers(1, 90))}"])
        road = f"{pick(rng, ROADS)} {self.town()}" if has(0.5) else self.town() + pick(rng, ["", " ", "strasse", "str.", "vej", "laan", "gata", "tie", " tn", " road", " street", " lane"])
        street = f"{road.strip()}{pick(rng, [' ', ' ', ', '])}{house}" if has(0.7) else f"{house}{pick(rng, [' ', ', '])}{road.strip()}"
        flat = [pick(rng, ["flat ", "wg. ", "app. ", "ap. ", "m. ", "kv. ", "top ", "2º ", "block ", "et. ", "floor ", "lot "]) + str(int(rng.integers(1, 60)))] if has(0.15) else []
        post = self.code(pick(rng, ["99999", "9999", "999999", "999 99", "99-999", "AA9 9AA", "A9 9AA", "9999 AA", "AA-9999", "999-9999", "A-9999"]))
        town = pick(rng, [f"{post} {self.town()}", f"{post} {self.town()}", self.town(), self.town(), f"{self.town()} {post}", f"{self.town()}, {self.town()}"])
        region = [pick(rng, ["jud. ", "kec. ", "brgy. ", "okr. ", "dist. ", "prov. ", "est. ", "col. ", ""]) + self.town()] if has(0.2) else []
        if region and has(0.3):
            region = [f"({letters(rng, 2)})"]
        care = [pick(rng, ["s/o ", "c/o ", "d/o ", "w/o "]) + self.person(p.GIVEN)] if has(0.03) else []
        parts = care + [street] + flat + [town] + region if has(0.85) else [town] + region + [street] + flat
        if has(0.06):
            parts = parts[-2:]
        if has(0.4):
            return parts if len(parts) < 4 else [", ".join(parts[:2]), *parts[2:]]
        text = pick(rng, [", ", ", ", ", ", " ", ","]).join(parts)
        lines, most = [""], pick(rng, [18, 26, 34, 80])
        for word in text.split():
            if len(lines[-1]) + len(word) > most and lines[-1] and len(lines) < 4:
                lines.append("")
            lines[-1] = f"{lines[-1]} {word}".strip()
        return lines

    def sex(self):
        rng = self.rng
        kind, letter = rng.random(), pick(rng, "MF")
        if self.american or kind < 0.5:
            return letter
        if kind >= 0.75:
            sex, word = pick(rng, p.SEXES)
            return self.meaning(cased(word, self.case), sex)
        return self.meaning(pick(rng, "KNMFZHVTMLŽ") + pick(rng, ["/", " / ", "-", " "]) + letter, letter)

    def nationality(self):
        rng = self.rng
        kind = rng.random()
        code, word = pick(rng, p.CITIZENS if rng.random() < 0.75 else p.COUNTRIES)
        same = [other for one, other in p.CITIZENS if one == code]
        if kind < 0.35:
            return code
        text = word if kind < 0.75 or not same else word + pick(rng, ["/", " / ", " "]) + pick(rng, same)
        return self.meaning(cased(text, self.case), code)

    def about(self, label):
        """A value for a label that announces nothing wanted; it fits the label where its words tell what it asks."""
        rng = self.rng
        asks = lambda *words: any(word in label.lower() for word in words)
        if asks("height", "taille", "groe", "gro", "estatura", "hgt", "ht", "statura", "pikkus", "lengte"):
            return pick(rng, ["1,70 m", "5'-08\"", "5-04", f"{int(rng.integers(140, 200))} cm", "1.82", f"{int(rng.integers(140, 200))}", "6'-01\"", "5' 11\""])
        if asks("wgt", "weight", "wt"):
            return pick(rng, [f"{int(rng.integers(90, 300))} lb", f"{int(rng.integers(90, 300))}", "182 lbs"])
        if asks("eye", "hair", "augen", "yeux", "ojos", "occhi"):
            return pick(rng, COLOURS)
        if asks("class", "categ", "end", "rest", "klass", "kateg"):
            return pick(rng, ["D", "C", "NONE", "B", "AM B1 B", "A", "M", "None", "DM", "E", "AM/B/BE"])
        if asks("place", "lieu", "ort", "lugar", "luogo", "miej", "local", "kraj", "plaats", "tempat", "autor", "behor", "deliv", "issued by", "authority"):
            return self.town() + (", " + self.town() if rng.random() < 0.2 else "")
        kind = rng.random()
        if kind < 0.3:
            return self.town()
        if kind < 0.5:
            return self.number()
        if kind < 0.62:
            return self.date(1990, 2030)
        if kind < 0.72:
            return self.person(p.GIVEN)
        return pick(rng, ["B", "P", "PB", "NONE", "A+", "O RH+", "1", "02", "Single", "Islam", "AB", "D", "ISLAM", "-", "XXX", "EMPLOYEE", "No", "PN", "ID"])
