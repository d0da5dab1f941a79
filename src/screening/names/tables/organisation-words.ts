import { phoneticKeys } from '../phonetic.ts';

/**
 * Words that many organisations share, by meaning: the English word first, then those of other languages. They are folded
 * and transliterated as the analysis does it. They carry little in a comparison.
 */
const MEANINGS = `
company compagnie compania companhia kompaniya kompania kompanija kompani sirketi sherkat sharikat gongsi hoesa kaisha maatschappij gesellschaft societe sociedad sociedade societa spolecnost spolka tarsasag tovarystvo yritys etaireia syarikat cong firma firm firme companies co cia coy
corporation korporatsiya korporatsiia corporacion corporacao corporazione korporacja konzern kontsern concern corporate
group groupe grupo gruppo gruppe gruppa hrupa grupa jituan geurup gurupu omilos majmua majmuat grup guruhu groep groups csoport gorouh goruh
holding holdings kholding holdingi kholdynh holdinq kongu konggu
bank banka banque banco banca banki bankasi bankas yinhang eunhaeng ginko trapeza pankki masraf masrif bankowy banks
trading trade trgovina torgovlya torgovyi torgovyy torgovaya commerce commercial comercio comercial commercio commerciale handel handels handelsgesellschaft ticaret tijara tijarah tejarat maoyi muyeok boeki kereskedelmi comercializadora bazargani trader traders
import export importexport impex eksport ithalat ihracat importadora exportadora
international internationale internacional internazionale mezhdunarodnyi mezhdunarodnyy mezhdunarodnaya mizhnarodnyi mizhnarodna uluslararasi guoji gukje kokusai duwaliya dawliya dowaliya beinolmelali miedzynarodowy medzinarodny nemzetkozi diethnis intl
national nationale nacional nazionale natsionalnyi natsionalnyy natsionalnaya natsionalna milli melli watani wataniya guojia minjok kansallinen orszagos narodowy ethniki
state gosudarstvennyi gosudarstvennyy gosudarstvennaya derzhavnyi derzhavna estatal statale staatlich devlet guoying
general generale obshchii umumi umum gesamt zong genel allgemeine
central centrale centralnyi tsentralnyi tsentralnyy zentral markazi merkez zhongyang chuo chungang centralny kozponti merkezi
ministry ministere ministerio ministero ministerium ministerstvo wizara wezarat vezarat bakanligi ministerie ministerul
department departement departamento dipartimento departament otdel abteilung upravlenie upravlinnia division directorate direction direccion mudiriya
office bureau biuro byuro buro oficina ufficio maktab daftar ofis bangongshi
institute institut instituto istituto instytut mahad yanjiusuo enstitusu institutet intezet instituut yeonguso kenkyujo moassese moasseseh moassesseh
research recherche investigacion ricerca forschung issledovatelskii issledovatelskiy nauchno yanjiu arastirma tahqiqat buhuth pazhuhesh tahghighat tahghighati tahqiqati tahghiqat pajouhesh pajoohesh
university universite universidad universita universitat universitet daxue daehak daigaku jamia jamiat danishgah daneshgah universitesi uniwersytet egyetem
school ecole escuela scuola schule shkola madrasa madrasah okul xuexiao
foundation fondation fundacion fondazione stiftung fond fundatsiya fundacja vakif vakfi muassasa muassasat bonyad jijinhui jaedan zaidan fundacao alapitvany bunyad
fund fonds fondo funds jijin sanduq
association associazione asociacion assotsiatsiya asotsiatsiia verein vereinigung jamiya jamiyat dernegi xiehui hyeophoe kyokai anjoman stowarzyszenie associacao udruzenie egyesulet asosiasi
organization organisation organizacion organizatsiya orhanizatsiia organizzazione munazzama munazama sazman orgut orgutu zuzhi organizacja organizacao teskilat tanzim
society societe obshchestvo jamaat jamia anjuman gesellschaft sociedad
union soyuz soiuz unione unia itihad ittihad ettehad birligi lianmeng yeonmaeng rengo syndicate spilka
federation federatsiya federacion federazione foderation lianhehui yeonhap federasyonu federacja
committee komitet comite comitato komitee lajna lajnat weiyuanhui wiwonhoe iinkai komite komitesi committees
council soviet sovet conseil consejo consiglio majlis shura consejo rada konsey konseyi lishihui
center centre tsentr centro zentrum markaz merkezi zhongxin senteo senta centrum kozpont keskus tsentar
industry industrial industries industrie industria promyshlennost promyshlennyi promyshlennaya sanayi sanaye sinaiya sinaat gongye saneop sangyo kogyo industriale industrielle promyslovist przemysl sanati sanaati sanaye
factory zavod fabrik fabrica fabrika fabryka usine masna karkhana gongchang gyar zavody works plant kombinat factories
technology technologies technologie tecnologia tekhnologiya tekhnologii tekhnolohii teknoloji keji jishu gisul gijutsu fanavari taqniya technologia technological tech technical
science scientific nauka nauchnyi nauchnyy nauchnaya wissenschaft ciencia scientifique kexue gwahak kagaku ilm elmi
production proizvodstvo proizvodstvennoe proizvodstvennaya produktion produccion production produzione shengchan uretim tolid vyrobnytstvo productions
manufacturing manufacturer manufacture zhizao jejo seizo imalat
enterprise enterprises predpriyatie predpriiatie pidpryiemstvo empresa entreprise impresa unternehmen qiye gieop kigyo isletmesi muassase przedsiebiorstwo ventures venture
investment investments investitsii investitsiya inversiones investimenti investimentos investissement investissements yatirim istithmar touzi tuja toshi sarmayegozari investition invest inwestycje
finance financial finansovyi finansovaya finanzas finanza finanz finansal jinrong geumyung kinyu maliya finansowa
insurance strakhovaya strakhovanie versicherung assurance seguros assicurazioni sigorta bime tamin baoxian boheom hoken ubezpieczen
energy energiya energetika energie energia enerji taqa nengyuan eneoji enerugi enerhiia
oil neft neftyanaya petroleum petrole petroleo petrolio naft nafta shiyou seogyu sekiyu petrol oleo
gas gaz
petrochemical petrochemicals neftekhim petrokimya petroshimi petroquimica petrokimia
chemical chemicals khimiya khimicheskii chemie quimica chimie kimya kimiya huagong huaxue hwahak kagaku chemistry
steel stal metal metals metallurgical stahl acier acero celik fulad foulad gangtie cheolgang metall metallurgiya metalurgi
mining mine gornyi gornaya bergbau mineria miniere maden madencilik kuangye gwangeop minas minera
construction stroitelnyi stroitelnaya stroy construccion construcciones costruzioni insaat jianzhu jianshe geonseol kensetsu budowlana construcao sakhteman contracting muqawalat
engineering inzhiniring ingenierie ingenieria ingegneria ingenieur muhendislik gongcheng gonghak mohandesi handasa inzynieria engineers engineer eng
transport transportation transportnaya transporte trasporti nakliyat nakliye naql haml yunshu unsong unso transportes transports
shipping maritime marine sudokhodnaya sudokhodstvo morskoi navigation navegacion navigazione denizcilik gemi haiyun hangyun haeun kaiun keshtirani milaha reederei parokhodstvo naval
logistics logistik logistique logistica logistika lojistik wuliu muryu butsuryu
air airlines airline aviation aviatsiya aviakompaniya avia aviacion luftfahrt havacilik havayollari tayaran hangkong hanggong koku airways aero aerospace aeronautics aeronautical aeronautic aeronautica aeronautique
services service servicios servizi servis khidmat khadamat hizmetleri fuwu dienst dienstleistungen servicos uslugi
consulting consultants consultancy konsalting consultoria consulenza beratung danismanlik zixun mushavere consultant consultores conseils
systems system sistemy systeme sistemas sistemi sistem xitong
electronics electronic elektronika elektronik electronica dianzi jeonja denshi
communications communication telecom telecommunications telekom svyaz telekommunikatsii tongxin tongsin tsushin mukhabarat ertebatat telecomunicaciones
development razvitie rozvytok developpement desarrollo sviluppo entwicklung kalkinma tosee tanmiya fazhan kaifa gaebal kaihatsu rozwoj desenvolvimento
security bezopasnost sicherheit securite seguridad sicurezza guvenlik amn amniyat anquan boan
defense defence oborona oboronprom verteidigung defensa difesa savunma difa guofang gukbang boei
military voennyi voennaya militaire militar militare askeri nezami junshi
army armiya armee ejercito esercito ordu jaysh jaish artesh lashkar jundui gundae
party partiya parti partido partito partei hizb hezb partisi zhengdang dang partia
movement dvizhenie mouvement movimiento movimento bewegung haraka harakat jonbesh hareket
front frente fronte frontu jabha jabhat jebhe cephe
brigade brigada liwa brigades katibat kataib
agency agence agencia agenzia agentur agentstvo wakala ajans ajansi
realty immobilien inmobiliaria nedvizhimost emlak gayrimenkul fangdichan budongsan
complex kompleks complexe complejo mojtama mojtame mojtamae mojtameh
education educational amozesh amoozesh amuzesh obrazovanie egitim talim tarbiyat ensenanza
food foods gida pishchevaya alimentos alimentaire lebensmittel shipin sikpum shokuhin
medical medicine meditsinskii medikal medico yiliao uiryo iryo teb
pharmaceutical pharmaceuticals pharma farmatsevtika farma ilac yaoye yiyao jeyak seiyaku daroo
travel tourism tur turizm viajes reisen luyou gwangwang kanko siyaha
media press
global world worldwide mondial mundial welt dunya shijie segye sekai
sons brothers bros freres hermanos fratelli gebruder kardesler ogullari hijos fils figli
partners partner
solutions
management
establishment tasis etablissement
republic respublika republique republica repubblica cumhuriyeti jumhuriya jomhuri gongheguo gonghwaguk republik
islamic islami islamiya islamique islamico eslami islamskii islamisch yisilan
design dizain diseno disegno tasarim dizayn
machine machinery mashina mashinostroitelnyi mashinostroitelnaya mashinostroenie mashinostroyeniya makine maschinen maschinenbau maquinaria macchine mashinostroi
building buildings builders builder bau
shipbuilding sudostroitelnyi sudostroitelnaya sudostroenie sudostroyeniya chantier astillero werft tersane zosen
federal federalnyi federalnoe federalnaya federale
public publichnyi publichnoe publique publico pubblico kamu offentlich
joint sovmestnoe sovmestnyi mushtarak ortak
unitary unitarnoe unitarnyi
scientific nauchnoe nauchnye
atomic nuclear atomnyi yadernyi nukleer nucleaire nucleare kern hastei
academy akademiya akademie academie accademia academia akademisi akademia
bureau konstruktorskoe
agricultural agriculture agro selskokhozyaistvennyi agricola agricole landwirtschaft ziraat kishavarzi
leasing lizing
capital kapital
asset assets aktiv aktivy
commercial kommercheskii kommercheskaya kommercheskiy
russian rossiiskii rossiyskiy rossiiskaya rossiyskaya russkaya russkii russkiy russkoe rossii russe ruso
iranian irani iranienne
northern severnyi severnaya severnoe severnoye severny
southern yuzhnyi yuzhnaya yuzhnoe
eastern vostochnyi vostochnaya vostochnoe
western zapadnyi zapadnaya zapadnoe
republic respubliki
committee komiteta
restaurant restaurante ristorante restoran
hotel otel gostinitsa
hospital bolnitsa mustashfa bimarestan hastane
airport aeroport aeropuerto aeroporto flughafen
port portul porto puerto hafen
cooperative kooperativ cooperativa genossenschaft kooperatif taavoni
charity charitable khayriya kheyrieh hayir cishan jaseon benevolent relief humanitarian igatha
`;

const CANONICAL = new Map<string, string>();
for (const line of MEANINGS.trim().split('\n')) {
  const [english, ...others] = line.split(' ');
  for (const word of [english!, ...others]) if (!CANONICAL.has(word)) CANONICAL.set(word, english!);
}

/** Long words by their sound: one adjective is transliterated, and inflected, in many ways. */
const MIN_HEARD = 9;
const MIN_SOUNDS = 5;
const BY_SOUND = new Map<string, string>();
for (const [word, meaning] of CANONICAL) {
  const sound = soundOf(word);
  if (sound !== undefined && !BY_SOUND.has(sound)) BY_SOUND.set(sound, meaning);
}

function soundOf(text: string): string | undefined {
  const sound = text.length < MIN_HEARD ? '' : (phoneticKeys(text)[0] ?? '');
  return sound.length < MIN_SOUNDS ? undefined : sound;
}

/** The English word of the same meaning for a folded token that many organisations share, else `undefined`. */
export function genericMeaning(text: string): string | undefined {
  const known = CANONICAL.get(text);
  if (known !== undefined) return known;
  const sound = soundOf(text);
  return sound === undefined ? undefined : BY_SOUND.get(sound);
}

/** Names of states that organisations bear in full or in short, and how both are read. */
const SHORT_STATES: readonly (readonly [words: readonly string[], short: string])[] = [
  [['united', 'states', 'of', 'america'], 'us'],
  [['united', 'states'], 'us'],
  [['usa'], 'us'],
  [['united', 'kingdom'], 'uk'],
  [['united', 'arab', 'emirates'], 'uae'],
  [['united', 'nations'], 'un'],
  [['european', 'union'], 'eu'],
  [['democratic', 'peoples', 'republic', 'of', 'korea'], 'dprk'],
  [['union', 'of', 'soviet', 'socialist', 'republics'], 'ussr'],
];

/** The short name that the words from here on stand for, and how many they are. */
export function shortStateAt(
  texts: readonly string[],
  at: number,
): { readonly short: string; readonly length: number } | undefined {
  const found = SHORT_STATES.find(([words]) => words.every((word, offset) => texts[at + offset] === word));
  return found && { short: found[1], length: found[0].length };
}

/**
 * Words in scripts that leave spaces or vowels out, as they stand in organisations' names. Each has its English meaning
 * or, behind `=`, the class of a legal form.
 */
const WRITTEN: readonly (readonly [string, string])[] = `
股份有限公司=joint-stock 股份公司=joint-stock 有限责任公司=limited-liability 有限責任公司=limited-liability 有限公司=limited-liability 株式会社=joint-stock 株式會社=joint-stock 有限会社=limited-liability 合同会社=limited-liability 주식회사=joint-stock 유한회사=limited-liability 公司:company 集团:group 集團:group 控股:holding 银行:bank 銀行:bank
贸易:trading 貿易:trading 商贸:trading 进出口:import 進出口:import 国际:international 國際:international 国家:national 國家:national 中国:china 中國:china 中央:central 总公司:corporation 總公司:corporation 科技:technology 技术:technology 技術:technology 工业:industry 工業:industry 实业:industry 實業:industry 产业:industry 工程:engineering 研究所:institute 研究院:institute 学院:institute 學院:institute 大学:university 大學:university 中心:center 协会:association 協會:association
基金会:foundation 基金會:foundation 投资:investment 投資:investment 金融:finance 保险:insurance 保險:insurance 能源:energy 石油:oil 化工:chemical 化学:chemical 钢铁:steel 鋼鐵:steel 电子:electronics 電子:electronics 通信:communications 物流:logistics 运输:transport 運輸:transport 航运:shipping 海运:shipping 船务:shipping 航空:air 建设:construction 建築:construction 发展:development 發展:development 开发:development 服务:services 食品:food 医疗:medical 制药:pharmaceutical
은행:bank 그룹:group 무역:trading 국제:international 공업:industry 산업:industry 기술:technology 대학교:university 대학:university 회사:company 총회사:corporation 연구소:institute 건설:construction 해운:shipping 항공:air 통신:communications 전자:electronics 개발:development 투자:investment 보험:insurance 재단:foundation 협회:association 위원회:committee
شركة:company شركه:company شرکت:company شركت:company بنك:bank مصرف:bank بانک:bank بانك:bank مجموعة:group مجموعه:group گروه:group وزارة:ministry وزارت:ministry مؤسسة:foundation موسسه:foundation مؤسسه:foundation بنیاد:foundation جمعية:association انجمن:association سازمان:organization منظمة:organization جامعة:university دانشگاه:university مركز:center مرکز:center اتحاد:union حزب:party حركة:movement جبهة:front التجارة:trading للتجارة:trading التجارية:trading تجارت:trading بازرگانی:trading الدولية:international الدولي:international بین‌المللی:international بينالمللي:international
الوطنية:national الوطني:national ملی:national العامة:general للصناعات:industry صنایع:industry صنعتی:industry الصناعية:industry للاستثمار:investment للاستثمارات:investment سرمایه‌گذاری:investment نفت:oil النفط:oil گاز:gas للنقل:transport حمل:transport هواپیمایی:air للطيران:air الاسلامية:islamic الإسلامية:islamic اسلامی:islamic الخيرية:charity خیریه:charity للإغاثة:charity مهندسی:engineering للهندسة:engineering المحدودة=limited-liability محدودة=limited-liability ذ.م.م=limited-liability محدود=limited-liability
בנק:bank חברה:company קבוצה:group קבוצת:group בעמ=limited-liability עמותה:association קרן:foundation אוניברסיטה:university מרכז:center ธนาคาร:bank บริษัท:company จำกัด=limited-liability มหาชน=joint-stock बैंक:bank कंपनी:company लिमिटेड=limited-liability समूह:group मंत्रालय:ministry`
  .trim()
  .split(/\s+/)
  .map((row) => {
    const at = row.search(/[:=]/);
    return [row.slice(0, at), row.slice(at)] as const;
  });

const WRITTEN_WORDS = new Map(WRITTEN);

export type WrittenWord = { readonly meaning: string } | { readonly legalForm: string };

export function writtenWord(surface: string): WrittenWord | undefined {
  const found = WRITTEN_WORDS.get(surface);
  if (found === undefined) return undefined;
  return found.startsWith('=') ? { legalForm: found.slice(1) } : { meaning: found.slice(1) };
}

const UNSPACED = WRITTEN.map(([word]) => word).filter((word) => /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(word));
const UNSPACED_PATTERN = new RegExp(`(${UNSPACED.sort((a, b) => b.length - a.length).join('|')})`, 'u');

/** An organisation's name written without spaces, cut at the words of its kind: 北京银行股份有限公司 into three. */
export function cutOrganisation(surface: string): string[] {
  return surface.split(UNSPACED_PATTERN).filter((piece) => piece !== '');
}
