import { folded } from './fold.ts';

/** What a label announces. `name` is a whole name, or the surname where given names have a label of their own. */
export type Meaning =
  | 'surname'
  | 'given'
  | 'name'
  | 'fullName'
  | 'number'
  | 'birth'
  | 'expiry'
  | 'issue'
  | 'sex'
  | 'nationality'
  | 'address'
  /** A label whose value is not wanted. */
  | 'other';

/** Labels as documents print them, in the languages that are written with Latin letters, and in Greek. */
const LABELS: Readonly<Record<Meaning, string>> = {
  surname: `Surname|Surnames|Surname(s)|Last name|Last names|Family name|Familyname|Nom de famille|Noms|Familienname|Nachname|Apellido|Apellidos
Primer apellido|Apellidos paterno|Cognome|Cognomi|Apelido|Apelidos|Apelido(s)|Naam|Achternaam|Geslachtsnaam|Efternavn|Etternavn|Slektsnavn
Efternamn|Sukunimi|Kenninafn|Eftirnafn|Nazwisko|Nazwiska|Příjmení|Priezvisko|Prezime|Priimek|Családi név|Vezetéknév
Családi és utónév|Nume de familie|Perekonnanimi|Perenimi|Uzvārds|Uzvards|Pavardė|Soyadı|Soyad|Επώνυμο|Επωνυμο|Eponymo|Mbiemri|Sloinne
Kunjom|Primary identifier|Identifiant primaire|Numm|Sobrenome|1st surname`,
  given: `Given name|Given names|Given name(s)|Given|First name|First names|First name(s)|Forename|Forenames|Forename(s)|Prénom|Prénoms|Prénom(s)
Vorname|Vornamen|Vorname(n)|Nombre|Nombres|Nombre(s)|Nome|Nomi|Nome(s)|Nomes|Nomes próprios|Nome próprio|Voornaam|Voornamen|Fornavn|Fornavne
Förnamn|Etunimi|Etunimet|Eiginnafn|Imię|Imiona|Imię (imiona)|Jméno|Jméno (jména)|Jména|Meno|Ime|Imena|Utónév|Utónevei|Keresztnév|Utónevek|Prenume|Prenumele
Eesnimi|Eesnimed|Vārds|Vārdi|Vardas|Vardai|Vardas (vardai)|Adı|Όνομα|Ονομα|Onoma|Emri|Céadainm|Réamhainm|Réamhainmneacha|Isem|Ismijiet
Secondary identifier|Identifiant secondaire|Virnimm|First|Name and middle name|First middle name|First and middle name|First and middle names
Given names and initials`,
  name: 'Name|Nom|Nume|Namn|Navn|Nimi|Név|Nev|Vollständiger Name',
  fullName: `Full name|Full names|Name in full|Nom complet|Nombre completo|Nome completo|Nom et prénom|Nom et prénoms|Nom, prénom|Nom, prénoms|Nom, Prénom(s)|Surname and given names
Surname, given names|Surname, given name|Surname / given names|Surname, name|Surname and name|Nombre y apellidos|Apellidos y nombre|Apellidos y nombres|Cognome e nome|Nome e cognome
Name, Vorname|Name, Vornamen|Nachname, Vorname|Nazwisko i imię|Nazwisko, imię|Nazwisko i imiona|Naam en voornamen|Naam, voornamen|Holder|Titulaire|Name of holder|Name of the holder
Příjmení, jméno|Prezime, ime|Nume, prenume|Ad Soyad|Name(s)|Ime in priimek|Prezime i ime|Efternamn, förnamn|Efternavn, fornavn|Sukunimi, etunimet`,
  number: `Passport No|Passport number|Passport nr|No du passeport|Passeport No|N du passeport|No de passeport|Numéro de passeport|Numéro du passeport|Document No|Document number|Document nr|No du document
Numéro de document|Numéro du document|No de document|N de document|N du document|ID number|ID No|Identity card number|Identity card No|Card number|Card No|Carte No|Carte d'identité No
Identification card number|Identification No|ID card number|ID card No|No de la carte|N de carte|Numéro de carte|Numéro de la carte|Licence number|Licence No|License No|License number|License nr|License|Drivers license no|Drivers license number
Driver license no|Driver license number|Driving licence number|Driving licence no|DL number|DL No|DLN|DL|DL #|LIC|LIC No|LIC #|LIC number|OLN|OL No|License #|No de permis|Numéro de permis|Permis No|No du permis|N de permis|N du permis
Número de documento|Num documento|No documento|No de documento|No do documento|Número do documento|Documento No|Documento n|Num soporte|No soporte|Número de soporte|Núm soport|N soporte|IDESP|Pasaporte No|Número de pasaporte|No pasaporte|Pasaporte n|DNI num|NIE num
Ausweisnummer|Ausweisnr|Ausweis-Nr|Passnummer|Pass-Nr|Pass Nr|Passnr|Reisepassnr|Reisepass-Nr|Reisepass Nr|Reisepassnummer|Dokumentnummer|Dokumentnr|Dokument-Nr|Dokument Nr|Dokumentennummer|Dokumenten-Nr|Kartennummer|Führerscheinnummer|Ausweis No
Documentnummer|Documentnr|Paspoortnummer|Paspoort nr|Kaartnummer|Kaart nr|Nr kaart|Identiteitskaart nr|Rijbewijsnummer|Numer dowodu|Numer dowodu osobistego|Numer paszportu|Nr paszportu|Numer dokumentu|Nr dokumentu|Numer karty|Seria i numer|Číslo pasu|Číslo dokladu|Číslo dokumentu
Číslo průkazu|Číslo preukazu|Číslo OP|Číslo cestovního dokladu|Číslo občanského průkazu|Broj putovnice|Broj osobne iskaznice|Broj dokumenta|Broj isprave|Broj kartice|Reg broj|Registarski broj|Številka potnega lista|Št potnega lista|Številka osebne izkaznice
Številka dokumenta|Številka|Okmányazonosító|Okmány száma|Okmányszám|Útlevél száma|Útlevélszám|Okmány azonosító|Azonosító|Numărul documentului|Nr document|Număr document|Număr pașaport|Pașaport nr|Seria Nr|Număr|Dokumendi number|Dokumendi nr|Passi number|Dokumenta Nr|Dokumenta numurs
Pases numurs|Pases nr|Paso Nr|Dokumento Nr|Dokumento numeris|Kortelės Nr|Paso numeris|Belge No|Pasaport No|Seri No|Seri Numarası|Kart No|Kimlik Kartı No|Αριθμός διαβατηρίου|Αρ διαβατηρίου|Αριθμός δελτίου|Αριθμός ταυτότητας|Αριθμός εγγράφου|Arithmos
Passaporte n|Passaporte No|No do passaporte|Número do passaporte|Número passaporte|Passaporto n|Passaporto No|Numero passaporto|Numero del passaporto|Numero di passaporto|Numero documento|Numero carta|Carta n|No carta|N documento|Passi nro|Passin nro|Passin numero|Kortin numero|Asiakirjan numero
Kortnummer|Kort nr|Kortnr|Pasnr|Pas nr|Pasnummer|Kørekortnummer|Legitimationsnummer|ID-kort nr|Handlingsnummer|Vegabréf nr|Vegabréfsnúmer|Numri i pasaportës|Numri i dokumentit|Nr pasaportes|Uimhir pas|Uimhir|Numru tal-passaport|Numru tad-dokument
Customer identifier|Customer ID|Cust ID|CID|Credential identifier|Credential No|Credential number|USCIS #|USCIS number|USCIS No|A #|Alien number|Permit number|Permit No|Residence permit number|Residence permit No|Licence document No|Numéro|Number|Nummer|Numer|Número|Numero|ID #|ID|NO|Numéro du titre|No du titre|Registration No
Control number of document|Visa No|Visa number|Visum Nr|No de visa|Lic no number|Operator license no|Operators license no|Operator no|Permit`,
  birth: `Date of birth|Birth date|Birthdate|Date birth|Birthday|DOB|Born|Born on|Date de naissance|Né le|Née le|Né(e) le|Geburtsdatum|Geburtstag|Geboren am|Geb am|Geburtsdatum und -ort|Fecha de nacimiento|Fecha nacimiento|Fec nacimiento|Fecha nac
Nacimiento|Data de naixement|Data di nascita|Nato il|Data de nascimento|Data nascimento|Data nasc|Nascimento|Geboortedatum|Datum geboorte|Geboren op|Geboren|Fødselsdato|Födelsedatum|Födelsetid|Född|Født|Syntymäaika|Syntymäpäivä|Syntynyt|Fæðingardagur|Fæðingardagur og ár
Data urodzenia|Data ur|Urodzony|Datum narození|Dátum narodenia|Narozen|Datum rođenja|Datum rojstva|Rođen|Születési idő|Születési dátum|Születési ideje|Születési hely és idő|Data nașterii|Data naşterii|Sünniaeg|Sünnikuupäev|Dzimšanas datums|Dzimšanas dati|Gimimo data|Gimė
Doğum tarihi|Doğum tarihi ve yeri|Ημερομηνία γέννησης|Ημ γέννησης|Imerominia gennisis|Datëlindja|Data e lindjes|Dáta breithe|DDN|Gebuertsdatum|Gebuer den|Data tat-twelid|Date and place of birth|Date et lieu de naissance|Data e luogo di nascita|Naixement|Date naissance`,
  expiry: `Date of expiry|Expiry date|Expiration date|Date of expiration|Exp date|EXP|Expires|Expires on|Expiry|Expiration|Valid until|Valid thru|Valid to|Valid through|Valid till|Card expires|Card expires on|Not valid after|Date d'expiration|Expire le|Expirant le|Valable jusqu'au|Valable jusqu'à
Valide jusqu'au|Fin de validité|Date de fin de validité|Valable au|Carte valable jusqu'au|Expiry on|Gültig bis|Gueltig bis|Ablaufdatum|Ablauf|Ablaufdatum der Gültigkeit|Karte gültig bis|Fecha de caducidad|Caducidad|Caduca|Fecha de vencimiento|Fecha vencimiento|Vencimiento|Válido hasta|Valida hasta|Validez|Vence|Fecha de expiración
Data de caducitat|Vàlid fins|Data di scadenza|Scadenza|Valido fino al|Valida fino al|Scade il|Data de validade|Válido até|Válida até|Validade|Data validade|Geldig tot|Geldig tot en met|Datum einde geldigheid|Geldig t/m|Vervaldatum|Verloopdatum|Gyldig til|Gyldighed|Udløbsdato|Udløber|Udløb|Utløpsdato|Gyldig til og med
Giltigt till|Giltig till|Giltigt tom|Sista giltighetsdag|Giltighetstid|Giltig tom|Utgångsdatum|Voimassa|Voimassa asti|Viimeinen voimassaolopäivä|Voimassaolo päättyy|Voim ol päättymispäivä|Gildir til|Gildir til og með|Data ważności|Termin ważności|Data upływu ważności|Ważny do|Ważna do|Ważność|Datum platnosti|Platnost do|Platí do|Datum skončení platnosti
Datum konce platnosti|Dátum platnosti|Platnosť do|Dátum skončenia platnosti|Datum isteka|Datum isteka valjanosti|Vrijedi do|Važi do|Rok važenja|Datum važenja|Datum poteka|Datum poteka veljavnosti|Velja do|Veljavno do|Veljavnost|Érvényességi idő|Érvényes|Érvényesség|Érvényességi ideje|Lejárat|Lejárat napja|Lejárati dátum
Data expirării|Valabil până la|Valabilitate|Data expirarii|Valabil pana la|Kehtiv kuni|Kehtivuse lõpp|Kehtib kuni|Derīgs līdz|Derīga līdz|Derīguma termiņš|Derīguma termiņa beigas|Galioja iki|Galiojimo laikas|Son geçerlilik tarihi|Geçerlilik tarihi|Geçerlilik|Son geçerlilik|Bitiş tarihi|Ημερομηνία λήξης|Ισχύει έως|Λήξη|Ισχύει μέχρι
Data e skadimit|Skadon më|E vlefshme deri|Dáta éagtha|As feidhm|Dul in éag|Gülteg bis|Gëlteg bis|Jiskadi|Data ta' skadenza|Valid up to|VTO|Valability|Expiry date of card`,
  issue: `Date of issue|Issue date|Date of issuance|Issued|Issued on|Issue|ISS|Iss date|Orig iss|Date issued|Date de délivrance|Délivré le|Délivrée le|Date d'émission|Émis le|Ausstellungsdatum|Ausgestellt am|Ausstelldatum|Datum der Ausstellung|Ausgestalt den|Datum|Date|Fecha de expedición|Fecha expedición|Fecha de emisión|Expedición|Expedido
Emisión|Fecha de expedicion|Data d'expedició|Data di rilascio|Data di emissione|Rilasciato il|Rilascio|Emissione|Data de emissão|Emitido em|Emissão|Data de expedição|Expedição|Datum van afgifte|Datum afgifte|Afgiftedatum|Afgegeven op|Datum van uitgifte|Datum verstrekking|Udstedelsesdato|Udstedt|Udstedt den|Utstedt|Utstedelsesdato|Utstedt dato
Utfärdad|Utfärdandedatum|Utfärdat|Datum för utfärdande|Myönnetty|Myöntämispäivä|Antopäivä|Útgáfudagur|Útgáfudagur og ár|Data wydania|Data wystawienia|Wydano|Datum vydání|Vydáno dne|Vydáno|Dátum vydania|Vydané dňa|Datum izdavanja|Datum izdaje|Izdano|Kiállítás kelte|Kiállítás dátuma|Kiadás dátuma|Kiállítás napja|Kiállítva
Data eliberării|Data emiterii|Eliberat la|Data eliberarii|Välja antud|Väljaandmise kuupäev|Väljastatud|Väljaandmiskuupäev|Izdošanas datums|Izdots|Išdavimo data|Išduota|Išdavimas|Veriliş tarihi|Verilme tarihi|Düzenleme tarihi|Düzenlenme tarihi|Ημερομηνία έκδοσης|Έκδοση|Data e lëshimit|Dáta eisiúna|Resident since|Valid from|Valable du|Valide du|Gültig ab|Gültig von
Revision|Revision date|Rev date|REV|Data tal-ħruġ|Print date|Issuance date|First issued|Wydany|Valido dal|Válido desde|Válido de|Geldig vanaf|Ważny od|Platnost od`,
  sex: `Sex|Sexe|Sexo|Sesso|Geschlecht|Geslacht|Køn|Kjønn|Kön|Sukupuoli|Kyn|Kynferði|Płeć|Pohlaví|Pohlavie|Spol|Neme|Nem|Sugu|Dzimums|Lytis|Cinsiyet|Cinsiyeti|Φύλο|Φυλο|Gjinia|Gnéas|Gender|Sexul|Sess|Geschl|Geschlecht Sexe|Sexe Sex|Sexo Sex|Gschlecht`,
  nationality: `Nationality|Nationalité|Nationalities|Staatsangehörigkeit|Staatsbürgerschaft|Staatsangeh|Nacionalidad|Nacionalitat|Cittadinanza|Nazionalità|Nacionalidade|Nationaliteit|Nationalitet|Statsborgerskab|Statsborgerskap|Statsborger|Medborgarskap|Kansalaisuus|Kansallisuus|Þjóðerni|Ríkisfang|Obywatelstwo|Narodowość|Státní občanství|Občanství|Štátne občianstvo|Štátna príslušnosť|Državljanstvo
Állampolgárság|Állampolgársága|Cetățenie|Cetăţenia|Cetatenie|Cetățenia|Naționalitate|Kodakondsus|Pilsonība|Valstiskā piederība|Tautība|Pilietybė|Tautybė|Uyruğu|Uyruk|Υπηκοότητα|Ιθαγένεια|Shtetësia|Kombësia|Náisiúntacht|Citizenship|Citizen of|Nationalitéit|Ċittadinanza|Nazzjonalità`,
  address: `Address|Adresse|Anschrift|Wohnort|Wohnanschrift|Dirección|Domicilio|Domicili|Indirizzo|Indirizzo di residenza|Residenza|Morada|Endereço|Residência|Adres|Woonplaats|Adress|Bopæl|Bostad|Osoite|Kotikunta|Heimili|Adres zamieszkania|Adres zameldowania|Miejsce zameldowania|Trvalý pobyt|Adresa|Bydliště|Prebivalište|Stalno prebivališče|Naslov|Lakcím|Lakóhely|Domiciliu|Domiciliul|Adresă
Elukoht|Aadress|Adrese|Dzīvesvieta|Adresas|Gyvenamoji vieta|Διεύθυνση|Διεύθυνση κατοικίας|Κατοικία|Adresa e banimit|Vendbanimi|Seoladh|Domicile|Residence|Permanent address|Place of residence|Indirizz|Ikamet|Adresi|Home address`,
  other: `Place of birth|Birthplace|Country of birth|Place birth|City of birth|Lieu de naissance|Lieu naissance|Geburtsort|Geburtsland|Lugar de nacimiento|Lloc de naixement|Lugar nacimiento|Luogo di nascita|Luogo nascita|Local de nascimento|Naturalidade|Geboorteplaats|Plaats geboorte|Fødested|Fødselssted|Födelseort|Syntymäpaikka|Syntymäkotikunta|Fæðingarstaður|Miejsce urodzenia|Místo narození|Miesto narodenia|Mjesto rođenja|Kraj rojstva
Születési hely|Születési helye|Locul nașterii|Loc naștere|Locul naşterii|Sünnikoht|Dzimšanas vieta|Gimimo vieta|Doğum yeri|Τόπος γέννησης|Vendlindja|Áit bhreithe|Gebuertsuert|Gebuer zou|Post tat-twelid
Authority|Autorité|Behörde|Ausstellende Behörde|Autoridad|Autorità|Autoridade|Issuing authority|Issued by|Issuing office|Autoriteit|Myndighed|Myndighet|Viranomainen|Útgefandi|Organ wydający|Organ|Vydal|Orgán|Izdao|Izdal|Izdalo|Kiállító hatóság|Hatóság|Emisă de|Eliberat de|Emitent|Emis de|Välja andja|Väljaandja|Izdevējiestāde|Izdevējs|Išdavė|Išdavusi įstaiga|Veren makam|Verilen yer|Αρχή|Autoriteti|Údarás|Délivré par|Délivrée par|Expedido por|Rilasciato da|Afgegeven door|Entidade emissora|Place of issue|Lieu de délivrance|Lieu d'émission|Ausstellungsort
Signature|Signature of holder|Signature of bearer|Holder's signature|Signature du titulaire|Signature de titulaire|Unterschrift|Unterschrift der Inhaberin|Unterschrift des Inhabers|Unterschrift des Inhabers der Inhaberin|Firma|Firma del titular|Firma del titolare|Assinatura|Assinatura do titular|Handtekening|Handtekening houder|Underskrift|Innehavarens namnteckning|Namnteckning|Allekirjoitus|Haltijan allekirjoitus|Podpis|Podpis držitele|Podpis posiadacza|Podpis držiteľa|Podpis imetnika|Potpis|Potpis nositelja|Aláírás|Semnătura|Semnătura titularului|Allkiri|Kasutaja allkiri|Paraksts|Parašas|Asmens parašas|İmza|İmzası|Hamilin imzası|Υπογραφή|Undirskrift|Nënshkrimi
Height|Größe|Körpergröße|Taille|Estatura|Altura|Statura|Lengte|Højde|Høyde|Längd|Pituus|Wzrost|Výška|Visina|Magasság|Pikkus|Augums|Ūgis|Boy|HGT|HT|Ht|Haut|Weight|WGT|WT|Poids|Eyes|Eye|Eye color|Eye colour|EYES|Hair|HAIR|Hair color|Colour of eyes|Color of eyes|Couleur des yeux|Yeux|Augenfarbe|Farbe der Augen|Color de ojos|Colore occhi|Cor dos olhos|Kolor oczu|Oczy|Barva očí|Boja očiju
Type|Typ|Tipo|Tip|Tyyppi|Type of document|Document type|Type of permit|Type de titre|Art des Titels|Art des Aufenthaltstitels|Tipo di permesso|Tipo de permiso|Rodzaj zezwolenia|Code|Kod|Kód|Koodi|Código|Codice|Country code|Code du pays|Code of issuing state|Code of state|Issuing country|Issuing state|État émetteur|State|Code pays|Landcode|Code of issuing state or organization
Class|CLASS|Catég|Category|Categories|Klasse|Vehicle class|Vehicle classifications|Classe|REST|RESTR|RSTR|RES|Restrictions|Restr|Restriction|END|Endorsements|Endors|Endorsement|ENDORSE|DD|DUPS|DUP|Audit|Organ donor|DONOR|Veteran|VETERAN|Previous type|Under 18 until|Under 21 until|Under 19 until|Blood type|Remarks|Remarques|Anmerkungen|Observaciones|Annotazioni|Observações|Bemerkungen|Uwagi|Poznámky|Opmerkingen|Bemærkninger|Merknader|Anmärkningar|Huomautuksia|Number of entries|Duration of stay|Observations|Mentions|Endorsements mentions spéciales
Name at birth|Birth name|Maiden name|Nom de naissance|Nom d'usage|Nom d'époux|Geburtsname|Geboortenaam|Rodné příjmení|Nazwisko rodowe|Rodné priezvisko|Születési név|Születési neve|Anyja neve|Nombre del padre|Hijo de|Hija de|Hijo a de|Father's name|Mother's name|Father's|Mother's|Parents|Imiona rodziców|Imię ojca|Imię matki|Ana adı|Baba adı|Anne adı|Filiação|Paternità|Middle name|Religious name|Ordens- oder Künstlername|Ordens|Künstlername|Alias|Also known as|Spouse|Husband's name|Marital status
Personal No|Personal number|Personal identification number|Personal code|Personal ID|Personal ID No|Identity No|Identity number|National identification number|National No|Numéro personnel|No personnel|N personnel|Numéro national|Identification No of the register national|Personalnummer|PESEL|Numer PESEL|CNP|Rodné číslo|Personnummer|Person-nr|Personnr|CPR-nr|CPR nr|CPR|Fødselsnummer|Henkilötunnus|Kennitala|NIF|NIE|DNI|OIB|EMŠO|JMBG|Matični broj|Személyi azonosító|Személyi szám|Isikukood|Personas kods|Asmens kodas|TC Kimlik No|Codice fiscale|Codice personale|Personennummer|Persoonsnummer|BSN|Burgerservicenummer|Rijksregisternummer|Número de identificação|Num de identificação civil|Numer ewidencyjny|Tax number|Social security number|Zugangsnummer|CAN|Card access number|Support number|AHV|Personal identifying number|Número personal|No personal
Country|Pays|País|Paese|Land|Maa|Kraj|Municipality|Commune|Heimatort|Heimatort Lieu d'origine|Place of origin|Lieu d'origine|Profession|Occupation|Beruf|Profesión|Medical|Status|Civil status|Région|Region|Department|Card type|Equipo|Version|Audit no|Control number|Inventory control|Inventory no`,
};

export interface Label {
  readonly meaning: Meaning;
  readonly words: string;
}

/** Every label folded, the longer first. */
export const VOCABULARY: readonly Label[] = unique(
  (Object.entries(LABELS) as [Meaning, string][]).flatMap(([meaning, all]) =>
    all.split(/[|\n]/).map((label) => ({ meaning, words: folded(label.replace('#', '')) })),
  ),
);

/** Words as short as these stand in too many others: each must be read exactly and fill its place. */
export const SHORT = 3;

/** The same words under two meanings keep the first, except that no wanted value hides behind `other`. */
function unique(labels: Label[]): Label[] {
  const seen = new Map<string, Label>();
  for (const label of labels) if (label.words.length > 1 && !seen.has(label.words)) seen.set(label.words, label);
  return [...seen.values()].sort((a, b) => b.words.length - a.words.length);
}
