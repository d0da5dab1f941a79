import type { Random } from './random.ts';

/** What families and children of a language area are called; invented people take a mix of common names. */
const POOLS = {
  english:
    'Harrington Okafor Whitfield O’Connell MacLeod Ashworth-Pemberton Singh Patel Fitzgerald Nwosu Li Blackwood|Oliver George Callum Rohan Theodore Samuel Liam Desmond|Amelia Priya Charlotte Siobhan Ngozi Eleanor Grace Mei|London Manchester Cardiff Dublin Leeds Perth|High Street|Station Road',
  american:
    "Sample Johnson O'Brien Smith-Quinn Quintero De\u00a0La\u00a0Cruz Van\u00a0Dyke St.\u00a0Clair Mc\u00a0Donald Washington Iverson Ortiz Li Ng Wu Jimenez Sanders Hall Ivy Dole Montgomery Castillo Featherstonehaugh Quigley Young|John\u00a0Q James\u00a0A Ian Michael\u00a0O Stanley\u00a0R William Jo\u00a0Bob Paul David\u00a0Lee Luis Ty Quincy Anthony\u00a0J Christopher Thomas Edward,\u00a0Jr|Mary\u00a0Q Jane Ann-Marie Ima Jill Susan\u00a0I Holly\u00a0Anne Kim Lynn Tina\u00a0A Georgia Virginia Jo\u00a0Ann Mei Olivia Queenie\u00a0M Elizabeth|Springfield|Main St|Oak Ave",
  german:
    'Müller Größmann Schäfer-Weiß Kübler Jäger Strauß Köhler Bergmann Hübner Özdemir Vogt Löwe|Jürgen Sören Lukas Matthias Björn Felix Günther Emil|Käthe Anna-Lena Jördis Ursula Zoë Franziska Heike Mia|Köln München Wien Görlitz Lübeck Salzburg|Hauptstraße|Lindenweg',
  french:
    'Lefèvre Béranger D’Aubigné Marchand Noël Garçon Le Goff Dupré Benoît Traoré Châtelain Roux|François Étienne Benoît Jérôme Hervé Mathis Hugo Aurélien|Hélène Zoé Maëlle Françoise Inès Camille Chloé Aurore|Paris Nîmes Besançon Orléans Béziers Rennes|rue de la République|avenue du Maréchal',
  spanish:
    'García Núñez Ibáñez López Muñoz Sánchez Peña Castaño Jiménez Ortega Vidal Rodríguez|José Íñigo Andrés Ramón Álvaro Miguel Diego Jesús|María Begoña Concepción Ángela Lucía Inés Noemí Carmen|Logroño Cádiz Málaga Ávila Girona Madrid|Calle Mayor|Avenida de España',
  italian:
    'D’Angelo Bianchi Nicolò Dalla Costa Esposito Moretti Sanna Ferrari Rinaldi Galli Greco Conti|Niccolò Giosuè Marco Lorenzo Davide Enzo Luca Pietro|Maria Noemi Giulia Beatrice Libertà Chiara Elisa Sofia|Torino Forlì Napoli Cefalù Trento Bari|via Roma|corso Garibaldi',
  portuguese:
    'Conceição Magalhães Gonçalves Simões da Silva Araújo Brandão Falcão Nóbrega Teixeira Lourenço Sá|João António Luís Tomé Simão Duarte Vasco Mário|Inês Conceição Mónica Antónia Beatriz Filipa Íris Joana|Lisboa Évora Guimarães Setúbal Fátima Porto|Rua da Liberdade|Avenida da Boavista',
  dutch:
    'de Vries van den Berg Jansen Çelik ’t Hooft Peeters De Smet IJsselstein Maes Visser Claessens Bakker|Daniël Joost Pieter Björn Thijs Ruben Ömer Wout|Zoë Noëlle Anneke Liesbeth Renée Femke Saar Loïs|’s-Gravenhage Utrecht Gent Brugge Enschede Leuven|Kerkstraat|Molenweg',
  polish:
    'Wiśniewski Dąbrowska Wójcik Kaźmierczak Łukasiewicz Gołąb Żółtowski Nowak-Piątek Świątek Pawłowski Jabłoński Lis|Łukasz Michał Paweł Wojciech Grzegorz Rafał Jakub Błażej|Małgorzata Żaneta Agnieszka Bożena Świętosława Zofia Ewa Łucja|Łódź Kraków Poznań Gdańsk Rzeszów Toruń|ul. Długa|ul. Kościuszki',
  czech:
    'Dvořák Procházková Němec Růžička Šťastný Čermáková Kříž Žák Horváth Ďurica Ľuptáková Müllerová|Ondřej Jiří Tomáš Luboš Štěpán Matěj Ľudovít Šimon|Kateřina Božena Žofie Jiřina Alžbeta Lenka Anežka Ľubica|Plzeň Děčín Třebíč Košice Žilina Zlín|Dlouhá|Nádražní',
  nordic:
    'Åkesson Sjöström Lindqvist Ødegård Bjørnstad Sørensen Kjær Hägglund Ærøskøbing Nygaard Blåfjell Öberg|Göran Åke Håkon Søren Bjørn Lars Øyvind Emil|Åsa Ingrid Solvår Maj-Britt Kirsten Øydis Elin Ebba|Göteborg Malmö Ålesund Århus Tromsø Umeå|Storgatan|Kongens gate',
  romanian:
    'Ștefănescu Țurcanu Mureșan Bălan Păun Ionescu Răducanu Câmpeanu Grigorescu Dumitrașcu Moș Vlad|Ștefan Mihăiță Răzvan Cătălin Ionuț Andrei Gheorghe Dănuț|Ileana Mădălina Ștefania Luminița Crăița Ioana Anca Sânziana|Brașov Iași București Târgu Mureș Timișoara Cluj|Strada Florilor|Bulevardul Unirii',
  greek:
    'Papadopoulos Georgiou Nikolaidis Angelopoulou Christodoulou Vlachos Tsakiri Makris|Georgios Konstantinos Dimitrios Spyridon Ioannis|Eleni Maria Aikaterini Vasiliki Ioanna|Athina Thessaloniki Patra Irakleio|Odos Ermou|Leoforos Kifisias',
  bulgarian:
    'Petrov Dimitrova Hristov Tsvetkova Yordanov Shevchenko Kovalenko Zhelyazkov Boyko Tkachuk|Georgi Yasen Oleksandr Dmytro Hristo Andriy|Tsvetelina Oksana Iryna Yana Kalina Halyna|Sofia Plovdiv Kyiv Varna Lviv Odesa|ul. Vitosha|bul. Shevchenka',
  baltic:
    'Kazlauskas Žukauskienė Jankauskaitė Čepaitis Bērziņš Kalniņa Ozoliņš Šķēle Stankevičius Ūdre|Žygimantas Jānis Ąžuolas Kārlis Šarūnas Mārtiņš|Živilė Līga Eglė Ieva Rūta Dzintra|Vilnius Rīga Šiauliai Liepāja Panevėžys Jūrmala|Gedimino pr.|Brīvības iela',
  turkish:
    'Yılmaz Çağlayan Öztürk Gündoğdu Işık Şahin Kılıç Demir Erdoğmuş Ağaoğlu|İbrahim Gökhan Çağrı Ömer Yiğit Emre|Ayşe Gülşah Özlem Çiğdem Işıl Elif|İstanbul Eskişehir Muğla İzmir Şanlıurfa Ankara|Atatürk Cad.|Çiçek Sok.',
  finnish:
    'Hämäläinen Mäkelä Järvinen Virtanen Söderström Kärkkäinen Niemelä Åström|Väinö Jyrki Eero Tapio Yrjö Onni|Päivi Aino Säde Helmi Irmeli Kyllikki|Jyväskylä Helsinki Seinäjoki Hyvinkää Tampere|Mannerheimintie|Hämeenkatu',
  estonian:
    'Põldmäe Jõgi Õunapuu Mägi Ülper Tamm Sööt Kask|Jüri Tõnis Märt Ülo Kaspar Raivo|Mari-Liis Õie Külli Triin Piret Ülle|Tallinn Pärnu Võru Põltsamaa Tartu|Pikk tn|Õle tn',
  hungarian:
    'Kővári Szűcs Győrffy Horváthné Tóth Fülöp Békési Őze Nagy Mészáros|Ádám Zoltán Győző István Lőrinc Béla|Zsófia Ágnes Piroska Erzsébet Tünde Ibolya|Győr Pécs Székesfehérvár Gödöllő Eger|Kossuth Lajos utca|Petőfi tér',
  croatian:
    'Kovačić Đurđević Šimić Žanić Perić Babić-Čolak Novak Grgić Kranjc Zupančič|Krešimir Đuro Željko Matej Šime Andraž|Željka Mirjana Đurđica Katarina Nuša Špela|Šibenik Čakovec Đakovo Ljubljana Split Žalec|Ilica|Prešernova ulica',
} as const;

export type Culture = keyof typeof POOLS;

/** Surnames of several words are written here with their space. */
const COMPOUND = /(?<=^| )(de|van den|van|Le|Dalla|da|De|’t|Târgu) (?=\p{L})/gu;

export interface PersonName {
  readonly surname: string;
  readonly given: readonly string[];
}

/** An invented name; about one in eight is so long that no machine-readable line holds it whole. */
export function personName(random: Random, culture: Culture, sex: 'M' | 'F', longOnes = 0.12): PersonName {
  const [families, men, women] = poolOf(culture);
  const children = sex === 'M' ? men : women;
  const long = random.chance(longOnes);
  const surnames = new Set([random.pick(families)]);
  const two = culture === 'spanish' || culture === 'portuguese' ? 0.8 : 0.12;
  if (long || random.chance(two)) surnames.add(random.pick(families));
  const given = new Set([random.pick(children)]);
  const most = long ? 5 : random.chance(0.5) ? 2 : 1;
  for (let tries = 0; given.size < most && tries < 20; tries++) given.add(random.pick(children));
  return { surname: [...surnames].join(' '), given: [...given] };
}

export function place(random: Random, culture: Culture): string {
  return random.pick(poolOf(culture)[3]);
}

/** Street and number, then postal code and town. */
export function homeAddress(random: Random, culture: Culture): readonly [string, string] {
  const street = random.pick(poolOf(culture)[4]);
  const numberFirst = culture === 'french' || culture === 'english';
  const number = random.whole(1, 180);
  const line = numberFirst ? `${number} ${street}` : `${street} ${number}`;
  return [line, `${random.code('99999').replace(/^0/, '1')} ${place(random, culture)}`];
}

type Pool = readonly [readonly string[], readonly string[], readonly string[], readonly string[], readonly string[]];

const pools = new Map<Culture, Pool>();

function poolOf(culture: Culture): Pool {
  let pool = pools.get(culture);
  if (!pool) {
    const [families, men, women, places, ...streets] = POOLS[culture].split('|') as [string, string, string, string];
    pool = [words(families), words(men), words(women), words(places), streets as unknown as string[]];
    pools.set(culture, pool);
  }
  return pool;
}

function words(line: string): string[] {
  const glued = line.replace(COMPOUND, (particle) => particle.replaceAll(' ', '\u00a0'));
  return glued.split(' ').map((word) => word.replaceAll('\u00a0', ' '));
}
