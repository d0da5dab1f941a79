/** What a printed label is about. */
export type LabelKey =
  | 'surname'
  | 'given'
  | 'nationality'
  | 'birthDate'
  | 'birthPlace'
  | 'sex'
  | 'number'
  | 'issueDate'
  | 'expiryDate'
  | 'authority'
  | 'address'
  | 'personalNumber'
  | 'type'
  | 'country'
  | 'passport'
  | 'idCard'
  | 'permit'
  | 'permitType'
  | 'visa'
  | 'licence';

const KEYS: readonly LabelKey[] = [
  'surname',
  'given',
  'nationality',
  'birthDate',
  'birthPlace',
  'sex',
  'number',
  'issueDate',
  'expiryDate',
  'authority',
  'address',
  'personalNumber',
  'type',
  'country',
  'passport',
  'idCard',
  'permit',
  'permitType',
  'visa',
  'licence',
];

/** One line a language, in the order of the keys, in the words that states print on their documents. */
const LINES = {
  eng: 'Surname|Given names|Nationality|Date of birth|Place of birth|Sex|Document No.|Date of issue|Date of expiry|Authority|Address|Personal No.|Type|Country code|Passport|Identity card|Residence permit|Type of permit|Visa|Driving licence',
  fra: 'Nom|Prénoms|Nationalité|Date de naissance|Lieu de naissance|Sexe|N° du document|Date de délivrance|Date d’expiration|Autorité|Adresse|N° personnel|Type|Code du pays|Passeport|Carte d’identité|Titre de séjour|Type de titre|Visa|Permis de conduire',
  deu: 'Name|Vornamen|Staatsangehörigkeit|Geburtsdatum|Geburtsort|Geschlecht|Dokumentennummer|Ausstellungsdatum|Gültig bis|Behörde|Anschrift|Persönliche Nr.|Typ|Kode|Reisepass|Personalausweis|Aufenthaltstitel|Art des Titels|Visum|Führerschein',
  spa: 'Apellidos|Nombre|Nacionalidad|Fecha de nacimiento|Lugar de nacimiento|Sexo|Núm. documento|Fecha de expedición|Fecha de caducidad|Autoridad|Domicilio|Número personal|Tipo|Código del país|Pasaporte|Documento de identidad|Permiso de residencia|Tipo de permiso|Visado|Permiso de conducción',
  ita: 'Cognome|Nome|Cittadinanza|Data di nascita|Luogo di nascita|Sesso|N. documento|Data di rilascio|Data di scadenza|Autorità|Indirizzo|N. personale|Tipo|Codice paese|Passaporto|Carta d’identità|Permesso di soggiorno|Tipo di permesso|Visto|Patente di guida',
  por: 'Apelidos|Nomes próprios|Nacionalidade|Data de nascimento|Local de nascimento|Sexo|N.º do documento|Data de emissão|Válido até|Autoridade|Morada|N.º pessoal|Tipo|Código do país|Passaporte|Cartão de identidade|Título de residência|Tipo de título|Visto|Carta de condução',
  nld: 'Naam|Voornamen|Nationaliteit|Geboortedatum|Geboorteplaats|Geslacht|Documentnummer|Datum van afgifte|Geldig tot|Autoriteit|Adres|Persoonsnummer|Type|Landcode|Paspoort|Identiteitskaart|Verblijfstitel|Soort titel|Visum|Rijbewijs',
  pol: 'Nazwisko|Imiona|Obywatelstwo|Data urodzenia|Miejsce urodzenia|Płeć|Numer dokumentu|Data wydania|Data ważności|Organ wydający|Adres|Numer PESEL|Typ|Kod kraju|Paszport|Dowód osobisty|Karta pobytu|Rodzaj zezwolenia|Wiza|Prawo jazdy',
  ces: 'Příjmení|Jméno|Státní občanství|Datum narození|Místo narození|Pohlaví|Číslo dokladu|Datum vydání|Platnost do|Vydal|Trvalý pobyt|Rodné číslo|Typ|Kód státu|Cestovní pas|Občanský průkaz|Povolení k pobytu|Druh povolení|Vízum|Řidičský průkaz',
  slk: 'Priezvisko|Meno|Štátne občianstvo|Dátum narodenia|Miesto narodenia|Pohlavie|Číslo dokladu|Dátum vydania|Dátum platnosti|Vydal|Adresa pobytu|Rodné číslo|Typ|Kód štátu|Cestovný pas|Občiansky preukaz|Povolenie na pobyt|Druh povolenia|Vízum|Vodičský preukaz',
  swe: 'Efternamn|Förnamn|Nationalitet|Födelsedatum|Födelseort|Kön|Dokumentnr|Utfärdat den|Sista giltighetsdag|Myndighet|Adress|Personnr|Typ|Landskod|Pass|Identitetskort|Uppehållstillstånd|Typ av tillstånd|Visering|Körkort',
  dan: 'Efternavn|Fornavne|Nationalitet|Fødselsdato|Fødested|Køn|Dokumentnr.|Udstedelsesdato|Gyldigt til|Myndighed|Adresse|Personnr.|Type|Landekode|Pas|Identitetskort|Opholdstilladelse|Tilladelsens art|Visum|Kørekort',
  nor: 'Etternavn|Fornavn|Nasjonalitet|Fødselsdato|Fødested|Kjønn|Dokumentnr.|Utstedt dato|Utløper|Myndighet|Adresse|Personnr.|Type|Landkode|Pass|Nasjonalt ID-kort|Oppholdstillatelse|Type tillatelse|Visum|Førerkort',
  ron: 'Nume|Prenume|Cetățenie|Data nașterii|Locul nașterii|Sex|Nr. document|Data emiterii|Data expirării|Autoritatea|Domiciliu|CNP|Tip|Codul țării|Pașaport|Carte de identitate|Permis de ședere|Tipul permisului|Viză|Permis de conducere',
  ell: 'Επώνυμο|Όνομα|Ιθαγένεια|Ημερομηνία γέννησης|Τόπος γέννησης|Φύλο|Αρ. εγγράφου|Ημ. έκδοσης|Ημ. λήξης|Αρχή|Διεύθυνση|Προσωπικός αρ.|Τύπος|Κωδικός χώρας|Διαβατήριο|Δελτίο ταυτότητας|Άδεια διαμονής|Είδος άδειας|Θεώρηση|Άδεια οδήγησης',
  bul: 'Фамилия|Имена|Гражданство|Дата на раждане|Място на раждане|Пол|№ на документа|Дата на издаване|Валидност|Издаден от|Адрес|ЕГН|Тип|Код на държавата|Паспорт|Лична карта|Разрешение за пребиваване|Вид|Виза|Свидетелство за управление',
  ukr: 'Прізвище|Ім’я|Громадянство|Дата народження|Місце народження|Стать|Номер документа|Дата видачі|Дійсний до|Орган|Адреса|Персональний №|Тип|Код держави|Паспорт|Посвідчення особи|Посвідка на проживання|Вид|Віза|Посвідчення водія',
  lit: 'Pavardė|Vardas|Pilietybė|Gimimo data|Gimimo vieta|Lytis|Dokumento Nr.|Išdavimo data|Galioja iki|Išdavė|Adresas|Asmens kodas|Tipas|Šalies kodas|Pasas|Asmens tapatybės kortelė|Leidimas gyventi|Leidimo rūšis|Viza|Vairuotojo pažymėjimas',
  lav: 'Uzvārds|Vārds|Pilsonība|Dzimšanas datums|Dzimšanas vieta|Dzimums|Dokumenta Nr.|Izdošanas datums|Derīga līdz|Izdevējiestāde|Adrese|Personas kods|Tips|Valsts kods|Pase|Personas apliecība|Uzturēšanās atļauja|Atļaujas veids|Vīza|Vadītāja apliecība',
  slv: 'Priimek|Ime|Državljanstvo|Datum rojstva|Kraj rojstva|Spol|Št. dokumenta|Datum izdaje|Velja do|Organ|Naslov|EMŠO|Vrsta|Koda države|Potni list|Osebna izkaznica|Dovoljenje za prebivanje|Vrsta dovoljenja|Vizum|Vozniško dovoljenje',
  fin: 'Sukunimi|Etunimet|Kansalaisuus|Syntymäaika|Syntymäpaikka|Sukupuoli|Asiakirjan nro|Myönnetty|Voimassa asti|Viranomainen|Osoite|Henkilötunnus|Tyyppi|Maatunnus|Passi|Henkilökortti|Oleskelulupa|Luvan tyyppi|Viisumi|Ajokortti',
  est: 'Perekonnanimi|Eesnimed|Kodakondsus|Sünniaeg|Sünnikoht|Sugu|Dokumendi nr|Välja antud|Kehtiv kuni|Väljastaja|Aadress|Isikukood|Tüüp|Riigi kood|Pass|Isikutunnistus|Elamisluba|Loa liik|Viisa|Juhiluba',
  hun: 'Családi név|Utónév|Állampolgárság|Születési idő|Születési hely|Nem|Okmányszám|Kiállítás dátuma|Érvényes|Kiállító hatóság|Lakcím|Személyi szám|Típus|Országkód|Útlevél|Személyazonosító igazolvány|Tartózkodási engedély|Engedély típusa|Vízum|Vezetői engedély',
  hrv: 'Prezime|Ime|Državljanstvo|Datum rođenja|Mjesto rođenja|Spol|Broj isprave|Datum izdavanja|Vrijedi do|Tijelo|Prebivalište|OIB|Tip|Kod države|Putovnica|Osobna iskaznica|Dozvola boravka|Vrsta dozvole|Viza|Vozačka dozvola',
  tur: 'Soyadı|Adı|Uyruğu|Doğum tarihi|Doğum yeri|Cinsiyeti|Belge No|Düzenleme tarihi|Son geçerlilik tarihi|Makam|Adres|Kimlik No|Tipi|Ülke kodu|Pasaport|Kimlik kartı|İkamet izni|İzin türü|Vize|Sürücü belgesi',
} as const;

export type Language = keyof typeof LINES;

/** Languages whose labels readers are not developed on. */
export const HELD_OUT_LANGUAGES: readonly Language[] = ['est', 'hun', 'hrv', 'slv'];

const TABLE = new Map(Object.entries(LINES).map(([language, line]) => [language, line.split('|')]));

/** A label in one language. */
export function label(key: LabelKey, language: Language): string {
  return TABLE.get(language)![KEYS.indexOf(key)]!;
}

/** A label in several languages, each word once. */
export function labels(key: LabelKey, languages: readonly Language[], separator = ' / '): string {
  return [...new Set(languages.map((language) => label(key, language)))].join(separator);
}

const MONTHS: Partial<Record<Language, string>> = {
  eng: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC',
  fra: 'JANV FÉVR MARS AVR MAI JUIN JUIL AOÛT SEPT OCT NOV DÉC',
  deu: 'JAN FEB MÄR APR MAI JUN JUL AUG SEP OKT NOV DEZ',
  spa: 'ENE FEB MAR ABR MAY JUN JUL AGO SEP OCT NOV DIC',
  ita: 'GEN FEB MAR APR MAG GIU LUG AGO SET OTT NOV DIC',
  por: 'JAN FEV MAR ABR MAI JUN JUL AGO SET OUT NOV DEZ',
  nld: 'JAN FEB MAA APR MEI JUN JUL AUG SEP OKT NOV DEC',
  pol: 'STY LUT MAR KWI MAJ CZE LIP SIE WRZ PAŹ LIS GRU',
  swe: 'JAN FEB MAR APR MAJ JUN JUL AUG SEP OKT NOV DEC',
  dan: 'JAN FEB MAR APR MAJ JUN JUL AUG SEP OKT NOV DEC',
  nor: 'JAN FEB MAR APR MAI JUN JUL AUG SEP OKT NOV DES',
  ron: 'IAN FEB MAR APR MAI IUN IUL AUG SEP OCT NOI DEC',
  hrv: 'SIJ VELJ OŽU TRA SVI LIP SRP KOL RUJ LIS STU PRO',
  tur: 'OCA ŞUB MAR NİS MAY HAZ TEM AĞU EYL EKİ KAS ARA',
};

/** The short month name of a language, in English where the language prints numbers. `month` is 1 to 12. */
export function month(month: number, language: Language): string {
  return (MONTHS[language] ?? MONTHS.eng)!.split(' ')[month - 1]!;
}
