import { distanceFor, foldedDistance, lettersOf } from '../../scoring/distance.ts';
import { phoneticKeys } from '../phonetic.ts';

const NONE: readonly number[] = [];

/**
 * Given names that are one name: pet forms, spellings that phonetics does not bring together, and the same name in
 * other languages. One class a line. General knowledge of naming, drawn from no list.
 */
const CLASSES = `
alexander aleksandr aleksander alexandr alexandre alessandro alejandro alexandros aleksandar oleksandr aliaksandr alexandru sandor sasha sascha sacha shura alex alec alek sandro iskandar iskander eskandar skander xander alasdair alastair alistair sandy
alexandra aleksandra alessandra alejandra sandra sasha sacha alex lexi oleksandra aliaksandra sandy
alexei aleksei aleksey alexey alexis oleksii oleksiy aliaksei alyosha alesha lyosha aljoscha alexej
andrew andrei andrey andrej andriy andrii andreas andrea andre andres andrzej ondrej anders andras andy drew andreu antero andranik andrius andris
anthony antony antonio anton antoine antonin antonios antal tony toni ante anto antonis antun antanas
anna ann anne hannah hana hanna annie anya ania anka ana annette anita anushka nancy
benjamin ben benny benji binyamin binyamim veniamin beniamin bunyamin
bernard bernardo bernhard bernd bernie
boris borya borislav
catherine katherine kathryn katharina katarina caterina catalina yekaterina ekaterina kateryna katerina katya katja kate cathy kathy katie kasia katarzyna kati karen katrin catarina kitty
charles carlos carlo karl carl karel karol karoly charlie chuck kalle carles
christian cristian kristian christiaan krystian hristian
christopher kristoffer christoph christophe cristobal cristoforo krzysztof khristofor chris kit kris hristofor
constantine konstantin konstantinos constantin costantino kostya kostas costas kostyantyn konstanty kostiantyn
daniel danny dan danila danilo daniil danylo daniele daniela dani danyal daniyal danial
david dave davit dawid dawud daud daoud davud dovid davide davood dawood dodik
demetrius dmitry dmitri dmitriy dmitrii dmytro dimitri dimitrios dimitar dimitris dumitru dima mitya mitja dzmitry dimitrij dimitrije mitar
dennis denis dionysius denys dionisio dinis
dominic dominik dominique domenico domingo
edward eduard eduardo edouard edvard eddie ed ted teddy ned edoardo eduards
elias elijah eliyahu ilya illia ilja ilyas ilias iliya elia eli ilie elie illya elyas
elizabeth elisabeth yelizaveta elizaveta elisabetta isabel isabella isabelle izabela liz lizzie beth betty eliza lisa elisa liza erzsebet elzbieta alzbeta bess betsy libby
emmanuel emanuel manuel manolo manny emanuele manoel manolis immanuel
eric erik erich erick eerik
eugene yevgeny evgeny evgeni evgenii yevgeniy eugen eugenio jevgeni yevhen yevhenii zhenya gene evgenios eugeniusz jevgenij evgeniy
ferdinand fernando hernando hernan fernand nando ferdinando
francis francisco francesco francois franz frank franjo frantisek ferenc franciszek paco pancho frans frantz francesc fran kiko pranciskus frankie
frederick friedrich federico frederic fred fritz fryderyk fredrik fridrikh frederik bedrich freddy rick freddie
gabriel gavriel gavriil gabriele jibril jabril djibril gabor havryil gavril gabe dzhibril cebrail
george georgios georg georges jorge giorgio georgy georgiy georgi giorgi jerzy yuri yury yuriy yurii iurii jiri jurij gheorghe gyorgy yegor egor heorhii jordi jurgen goran juri jury joran juraj djordje dorde gevorg kevork hryhoriy jurgis yorgos giorgos
gerald gerard gerardo gerhard gerry jerry gherardo gerrit
gregory grigory grigori gregor gregorio gregoire grzegorz hryhorii grisha greg grigoriy grigorii grigor krikor grigoris hrihory grigore
harold harald harry haroldo
helen helena elena yelena olena helene ellen elaine eleni ilona lena jelena alena alyona alenka olenka
henry henri heinrich enrique enrico henrik hendrik henryk harry hank hal genrikh heinz rico heiki heikki henrique
hugo hugh ugo hugues
ignatius ignacio ignazio ignacy ignaz nacho
igor ihor
isaac itzhak yitzhak ishaq izaak isaak ike eshaq izak ishak yitzchak
jacob james jakob yakov iakov jakub yaakov yaqub yacoub yakub jaime jacobo giacomo jacques diego santiago tiago iago jim jimmy jamie jake iakovos jacopo jakov jack yakiv hakob agop seamus hamish yaqoob jaap jaume
jeffrey geoffrey jeff geoff gottfried godfrey
jeremiah jeremy yirmiyahu jeremias jerry geremia ieremia
jerome geronimo jeronimo hieronymus hieronim girolamo
joachim joaquin yoakim akim gioacchino joakim jochen achim
john johann johannes johan jean juan giovanni ivan ioan ioannis joao jan yan yahya jovan janos hans jack johnny sean shawn shaun ian evan ivano gianni yiannis yannis yohannes yohanan hovhannes ohannes vanya jens jon ion janez jonas jehan joan ivane hannes vanja janusz juhani juha hovik eoin iain owain yohana yehia yochanan giannis
jonathan yonatan nathan natan jon ionatan ionafan johnny natanael nathaniel nate nat jonny johnathan
joseph jo jose josef yusuf yousef youssef yousuf iosif giuseppe jozef joe joey pepe yosef osip usep josip jozsef juozas yossi iosef yusif yusup beppe peppe pino sepp zef yosif yoosuf ousep hovsep jussuf youcef isuf cusuf
joshua yehoshua josue yeshua joshue isa jesus josh
julian julio giulio julius yulian jules iulian juliano yuliy iuliu
julia yulia iuliia yuliya julie giulia julija
lawrence laurence lorenzo laurent lorenz larry lavrentiy lavrenti laurentiu lars lauri lourenco laurynas laurie lawrie
leo leon lev leonid leonard leonardo leonhard lyonya leonidas levon lenny leonida leonidovas len
leonid leonidas lyonya leonyd leanid
louis luis luigi ludwig lewis ludovic luiz lajos lodovico lou lutz lluis alois aloysius ludvik ludovico ludwik
lucas luke luca lukas luka loukas lukasz lucien luciano lukacs
margaret margarita marguerite margarete greta gretchen maggie peggy meg rita margherita malgorzata marketa margit margot daisy margaretha peg madge
mark marc marco marcus markus marek marcos marko marcel marcello
martin martino martinho marten marton martijn marty martins martynas
mary maria marie miriam maryam mariam mariya masha marija marya mia molly marion maryia meryem miryam mariana marika maira moira maura maryse mariia polly mamie
matthew mateo matteo matthias mathieu matthieu matvey matvei mateusz matias matyas matej matija matiaz matt mathias matthaus mate matti matthijs mattias motti matitiahu matas
maximilian maxim maksim maksym max massimo maximo massimiliano maks maxime maksims
michael mikhail mikhael michel miguel michele mihail mihai mykhailo michal mikael mikko mihaly miquel misha mike mick mickey micah mikayil mikail mikhailo mykhaylo mihailo mihajlo michail micheal mitchell michalis mikheil miikka mihkel mikel michiel mikhal mitch
moses moshe musa moussa mousa moise moises moisei mojzesz moysey moishe movses
mohammed muhammad mohamed mohamad mohammad muhammed mehmet mehmed mamadou mohamud mahomet mohamet muhamed muhamad mohd muhd md mohammod magomed mukhammad mahamat muhammet mahamadou mahammad mamed magomet mahomed mokhamed mochammad mahamed muhammadu mukhamed mohmed mehmad amadou
ahmad ahmed ahmet achmad akhmad akhmed amadou ahmadou akhmet ahamed achmed hamadou ahmadu
mahmud mahmoud mehmood makhmud mahamoud mahmut mahamud machmud
ali aly alli
abdullah abdallah abdulla abdoulaye abdalla abdala abdellah abdulah abdullahi abdollah abdulloh
abdulaziz abdelaziz abdalaziz abdoulaziz abdulazeez
abdulrahman abdurrahman abdelrahman abdirahman abderrahmane abdrahman abdurahman abdorrahman abdalrahman abdurakhman abdramane abdirahmaan
abdulkarim abdelkarim abdelkrim abdulkareem abdikarim abdalkarim
abdulqadir abdelkader abdulkadir abdelqader abdukadir abdikadir abdulkader abdulqader abdelkadir abdulgader abdolghader
hassan hasan khasan hasen hacene hassane assan hassen khassan
hussein husayn hossein hussain husain hosein hoseyn huseyin khusein husein hosseyn hocine houcine hussien husseyn huseyn houssein khuseyn khusayn ussene hossain huceyin
ibrahim ebrahim ibraheem abraham avraham brahim ibrahima abram avram ibragim abe abramo ibrahem ibrohim abrahim barham abraam avraam abrahan
ismail ismael esmail ishmael ismaeel ismayil esmaeil ismoil ismaila
khalid khaled halid chalid kalid halit haled
osama usama ousama usamah osamah
omar umar omer umer oumar umaru omaru gumar oumarou
uthman osman othman usman ousmane uthmaan othmane usmon ousman osmane
solomon suleiman sulayman suleman soliman shlomo salomon solayman suleyman souleymane sulaiman soleyman soleiman salomone solaiman sulejman sulieman slimane slimani sol
yasser yasir yaser yasar
yunus yunis younes jonah jonas younis yunes iona yona yonah yonas
zachary zachariah zakaria zakariya zechariah zacharias zakharia zakhar zahar zakariyya zekeriya zachariasz zach zack
yaqub yakub yacoub jacob yaqoob yakoub yaacoub yaghoub
aaron aharon harun haroun aron haroon harroun ahron
adam adem adama
job ayub ayoub ayyub iov ayoob eyup
enoch idris edris idriss
mariam maryam miriam meryem maryem
nicholas nikolai nikolay nicolas nicola nikola nikolaos nikolaus mykola miklos nick nicky kolya klaus claus niklas niels nils mikolaj nicolae nikos nicolai mikalai mykolai colin nicolo mikola nic nico
natalia nataliya natalya natalie natasha nathalie natalija nataliia natacha
oleg oleh alieh
olga volha olha helga olia
oliver olivier oliviero ollie oliwier
oscar oskar oskari ossi
patrick patricio patrizio patrik pat paddy padraig patryk
paul pablo paolo pavel pawel pavlo pauli pal paulo pavlos pasha bulus boulos pol paavo povilas pau pavol pavle paulus bolos poul
peter pyotr petr petro pedro pietro pierre piotr pieter petar petros pete boutros butrus petrus pekka peer per piet peder petri bedros bedro pjotr petras petru piero petya pyotor pere peteris
philip philippe felipe filippo filip philipp phil filipp philippos pilip felip fulop phillip pip
ralph raul raoul rolf ralf radulf
raphael rafael raffaele rafal rafi refael rafail
raymond ramon raimundo raimondo ray raimund reimund
rebecca rivka rebekah rifka becky rebeka rebecka rifqa
richard ricardo riccardo rick dick rich ricky ryszard rikard richie rihards
robert roberto rob bob bobby robbie bert robin rupert ruprecht robertas
roger rogelio rogerio ruggero rudiger rutger
roland rolando orlando rolandas
roman romano romain romanos raman
ronald ron ronnie ronaldo ranald
rudolf rudolph rodolfo rudy rudi rodolphe rolf
samuel shmuel sam sammy samuil samuele ismuil samuli samvel
sarah sara sarra sari sally sadie
sebastian sebastien sebastiano bastian sebastiao sebastijan
sergey sergei serge sergio serhii serhiy siarhei seryozha sergiu sergiy sergej serguei serhij sergejs sergii sergiusz
simon shimon simeon semyon semen simone simao szymon semion symon siman simeone semjon
sofia sophia sofya zofia sofie sophie sonya sonia zsofia sofija
stanislav stanislaw stanislas estanislao stas stan stanislaus stanislovas
stephen steven stefan stepan stephane esteban estevao stefano stephan istvan etienne steve szczepan stefanos stephanos stjepan stefanus stipe shtefan stevan scepan steffen stepane staffan istepan stevie
susan susanna suzanne susana zuzana sue shoshana shushan zsuzsanna susanne suzana susie suzy
svetlana sveta svitlana sviatlana
tatiana tatyana tetiana tanya tania tatjana tetyana
theodore teodor fyodor fedor fiodor teodoro theodoros fedir ted teddy fedya theodor theo tivadar tudor feodor todor
thomas tomas tommaso tom tommy foma tomasz toma tome tomaz tuomas tuma thoma tamas tovmas khoma
timothy timofey timofei timoteo tim tymofii timothee timo timoteus timmy
valentin valentine valentino valentyn valentinas
valery valeri valeriy valerii valerio valerius valera valerij valere
vasily vasili basil vasyl vasiliy vasilii vasileios basilio vasil wasil vasya basilios vassilis vasile vassily vasilios barsegh wassily bazyli vassil basile
victor viktor vittorio vitya wiktor vitor viktoras vittore vic
victoria viktoria viktoriya viktoriia vika wiktoria vittoria vicky vicki
vincent vicente vincenzo vinzenz vince wincenty vikentiy vincenc vinny vincente
vitaly vitali vitaliy vitalii vital witalij vitalij
vladimir volodymyr wladimir uladzimir vladimiro volodya vova vladimer wlodzimierz vlad waldemar valdemar vladymyr volodimir uladzimer vladimirs
vladislav wladyslaw ladislav vladyslav vlad laszlo ladislaus uladzislau ladislao wladislaw wladislaus
vyacheslav viacheslav vjaceslav slava vaclav wenceslas wenzel waclaw wenceslao venceslas viachaslau wiaczeslaw vyatcheslav
walter walther gualtiero gautier walt wally valter gualterio
william bill billy will willy willie wilhelm guillermo guillaume guglielmo willem vilhelm liam vilmos guilherme gwilym wim vilim viliam vilem gulielmus bil
xavier javier xaver saverio xabier shavier javi
yaroslav jaroslav jaroslaw iaroslav yarik jaroslaus
yuri yury jurij yuriy yurii iurii jurii iouri juri
robert bob
edmund edmond edmundo edmondo eamon odon
edgar edgardo edgars
albert alberto albrecht adalbert bert al albrekht adalberto alberts
alfred alfredo alf fred alfie alfredas alfreds al
alphonse alfonso alonso alfons afonso
augustine agustin augustin agostino agostinho augustyn avgustin
arthur arturo artur arturs art artie
gustav gustavo gustave gustaf gus
hector ettore ektor heitor
herman hermann german armando armand ermanno germain
leila layla laila leyla lejla laylah
fatima fatma fatimah fatemeh fatimata fatou fatoumata fadma fatime fatimeh
khadija khadijah hatice khadeeja hadija khadidja
aisha ayesha aysha aicha aishah aishe ayse aissata aissatou
zainab zaynab zeinab zeynep zineb zenab zaineb
jafar jaafar cafer djafar jaffar giafar
jamal gamal djamal cemal djamel jemal dzhamal
jihad gihad djihad cihad
jalal galal djalal celal jelal djelal
said saeed saeid saied sayeed seid sait
mustafa mostafa moustafa mustapha moustapha mustafo mustapa
nasser nasir naser nassir nacer
tariq tarek tareq tarik tarique
umm oum om um
rashid rachid rasheed rashed raschid rasid
sharif cherif sherif shareef scharif serif
bashir bachir basheer beshir bechir besir
shukri choukri shoukri sukru
ziad ziyad zeyad ziyaad
zayd zaid zeid zayed
mirza murza
muhsin mohsen mohsin muhsen mohcine
qasim qassem kassem kasim ghasem kacem qasem gasem casim qassim
qadir kader qader kadir ghader gader
saad sad
salah salaheddin salahuddin
salahuddin saladin salaheddine salahaddin salahudin selahattin salahedin salaheddin
nuruddin noureddine nureddin noureddin nuraldin nuradin nourredine nurettin nuriddin
saifuddin sayfuddin seifeddine saifeddin saifaldin sayfiddin seyfettin
jalaluddin celaleddin jalaleddin jalaladin jaloliddin djalaleddine jelaluddin
shamsuddin shamseddin chamseddine semsettin shamsaldin
sirajuddin sirojiddin sirajeddin
tajuddin tajeddine tadjeddin
badruddin badreddine bedrettin badraldin
alauddin alaeddin alaaddin alaeldin alaaeldin
peggy margaret
mario marius mariusz
luisa louise luiza louisa aloisia lou lulu
antonia antonina antonie tonya
angela angelina angie anjela
angelo angel angelos
emily emilia emilie emiliya emilija amelie
emilio emil emile emiliano
paula paola pauline paulina paulette
carla karla carlotta charlotte carlota
josefa josephine josefina giuseppina jozefa
gabriela gabriella gabrielle
claudia klaudia claudine
claudio claudius claude klaudio klaus
roberta robertina
francesca francisca frances franziska francoise fran frankie
juana juanita jane joanna johanna joana janet jeanne giovanna ioanna
federica frederica friederike
maura maureen
mauro maurice mauricio maurizio moritz moe maury
marina marine
marino marinus
justin justinus giustino justino justyn
justina justine yustina
patricia patrizia patrycja pat trish tricia patty patti patsy
christine christina cristina kristina kristin kirsten christiane krystyna hristina
nicole nicoletta nicolette
martina martine martyna
silvio sylvio silvius
silvia sylvia silviya sylvie
fernanda ferdinanda
alberta albertina
mariano marian marianus
juliano julien
luciana lucia lucy lucie luzia lucija
susanne susana
kenneth ken kenny kennith
russell russ rusty russel
leslie les lesley
augustus august augustin augustine augusto agustin gus gussie
winifred winnie winny
rosalind rosie roz rosalinda
rosemary rosie romy rosemarie
jacqueline jackie jacqui jacky jaqueline jacquelyn
donald don donnie
douglas doug dougie
wesley wes
melvin mel
howard howie
herbert herb bert
ernest ernie ernst ernesto
clifford cliff
clinton clint
bradley brad
archibald archie
sidney sid sydney
stanley stan
reginald reg reggie
norman norm
milton milt
gilbert gil
calvin cal
gertrude trudy gert gertie
pamela pam
penelope penny
amanda mandy
mildred millie
eleanor nora nell ellie leonora
gillian jill
janice jan
virginia ginny
gwendolyn gwen
florence flo
dorothy dot dotty dolly dorothea
deborah deb debbie debra
constance connie
cynthia cindy
caroline carrie carolyn carolina
barbara barb babs
abigail abby
valerie val
theresa tess teresa terry
stephanie steph stefanie
veronica ronnie
melissa mel missy
melanie mel
kimberly kim kimberley
jessica jess jessie
jennifer jen jenny jenni
harriet hattie
edith edie
diana di diane
gordon gordie
rodney rod
terence terry terrence
martha marty mattie
matilda tilly mattie
millicent millie
desmond des
derek derrick
cornelius kees neil corneliu
wilhelmina mina minnie wilma
bernadette bernie detta
philippa pippa
georgina georgie gina
nelson nels
percival percy
roderick rod roddy
tobias toby tobiah
ulysses ulises
vernon vern
woodrow woody

`;

const MEMBERSHIP = new Map<string, readonly number[]>();
/** By phonetic key. */
const BY_SOUND = new Map<string, readonly string[]>();
/** Fewer consonants say too little. */
const MIN_SOUNDS = 4;
const MIN_ALIKE = 0.9;

CLASSES.trim()
  .split('\n')
  .forEach((line, index) => {
    for (const name of new Set(line.split(' '))) {
      MEMBERSHIP.set(name, [...(MEMBERSHIP.get(name) ?? NONE), index]);
      const sound = phoneticKeys(name)[0] ?? '';
      if (sound.length >= MIN_SOUNDS) BY_SOUND.set(sound, [...(BY_SOUND.get(sound) ?? []), name]);
    }
  });

/**
 * The classes of equivalent given names that a folded token belongs to; empty for a name that has none. Two tokens
 * that share a class may be one person's name. Numbers are stable within one version of the program only.
 */
export function givenNameClasses(text: string): readonly number[] {
  return MEMBERSHIP.get(text) ?? NONE;
}

/** The same for a token that may be a given name with a slip (`Winnifred`): classes of the name it sounds and looks like. */
export function likelyNameClasses(text: string): readonly number[] {
  const known = MEMBERSHIP.get(text);
  if (known) return known;
  const alike = BY_SOUND.get(phoneticKeys(text)[0] ?? '')?.find((name) => areAlike(name, text));
  return alike === undefined ? NONE : MEMBERSHIP.get(alike)!;
}

function areAlike(a: string, b: string): boolean {
  const limit = distanceFor(MIN_ALIKE, a.length, b.length);
  return foldedDistance(lettersOf(a), lettersOf(b), 0, limit) <= limit;
}
