/** Foreign names whose Greek form, made by ear, does not lead back to their spelling. Keys without accents. */
const rows = `
john:τζον jean:ζαν jack:τζακ jacques:ζακ joe:τζο george:τζορτζ georges:ζορζ james:τζειμς jim:τζιμ jeff:τζεφ jeffrey:τζεφρι joan:τζοαν joseph:τζοζεφ,ζοζεφ joshua:τζοσουα jonathan:τζοναθαν jane:τζειν janet:τζανετ jennifer:τζενιφερ jeremy:τζερεμι jerry:τζερι jessica:τζεσικα jill:τζιλ jimmy:τζιμι jerome:ζερομ
julia:τζουλια julian:τζουλιαν julien:ζυλιεν julie:ζυλι,τζουλι justin:τζαστιν jason:τζεισον johnson:τζονσον jones:τζοουνς jackson:τζακσον jordan:τζορνταν jorge:χορχε jose:χοσε jesus:χεσους javier:χαβιερ juan:χουαν julio:χουλιο joaquin:χοακιν jerzy:γιερζι,γεζι jan:γιαν janusz:γιανους johan:γιοχαν johann:γιοχαν johannes:γιοχανες jens:γενς joachim:γιοαχιμ jakob:γιακομπ jorgen:γιοργκεν jurgen:γιουργκεν josef:γιοζεφ,γιοσεφ jozef:γιοζεφ
yves:ιβ gilles:ζιλ gilbert:ζιλμπερ,γκιλμπερτ gerard:ζεραρ,τζεραρντ gerald:τζεραλντ,ζεραλντ genevieve:ζενεβιεβ guillaume:γκιγιομ guillermo:γκιγερμο henri:ανρι henry:χενρι hubert:υμπερ,χουμπερτ hugo:ουγκο,χουγκο hugues:υγκ herve:ερβε helene:ελεν hector:εκτορ alain:αλεν andre:αντρε anne:αν,ανν antoine:αντουαν arnaud:αρνο benoit:μπενουα bertrand:μπερτραν bernard:μπερναρ catherine:κατριν,καθριν cecile:σεσιλ christian:κριστιαν christine:κριστιν christophe:κριστοφ claude:κλοντ charles:σαρλ,τσαρλς charlotte:σαρλοτ
daniel:ντανιελ danielle:ντανιελ denis:ντενι dennis:ντενις denise:ντενιζ didier:ντιντιε dominique:ντομινικ edouard:εντουαρ emile:εμιλ eric:ερικ etienne:ετιεν eugene:εζεν,γιουτζιν fabien:φαμπιεν florence:φλορανς francois:φρανσουα francoise:φρανσουαζ francis:φρανσις frederic:φρεντερικ isabelle:ιζαμπελ jacqueline:ζακλιν laurent:λοραν laurence:λορανς louis:λουι lucien:λυσιεν luc:λυκ marc:μαρκ marcel:μαρσελ marie:μαρι martine:μαρτιν matthieu:ματιε maurice:μορις michel:μισελ michelle:μισελ monique:μονικ nathalie:ναταλι nicolas:νικολα
olivier:ολιβιε pascal:πασκαλ patrice:πατρις patrick:πατρικ paul:πολ philippe:φιλιπ pierre:πιερ rene:ρενε remi:ρεμι regis:ρεζις robert:ρομπερ,ρομπερτ roger:ροζε,ροτζερ roland:ρολαν,ρολαντ sebastien:σεμπαστιεν serge:σερζ simone:σιμον sophie:σοφι stephane:στεφαν sylvie:σιλβι thierry:τιερι thomas:τομα,τομας valerie:βαλερι veronique:βερονικ vincent:βενσαν,βινσεντ xavier:ξαβιε michael:μαικλ mike:μαικ nick:νικ neil:νιλ nigel:ναιτζελ andrew:αντριου andy:αντι amy:ειμι anthony:αντονι,αντονυ tony:τονι angela:ανγκελα,αντζελα alice:αλις alison:αλισον audrey:οντρει
brian:μπραιαν bruce:μπρους carl:καρλ carol:καρολ caroline:καρολιν,καρολαιν craig:κρεγκ claire:κλερ chris:κρις dan:νταν dave:ντειβ david:ντειβιντ,νταβιντ dean:ντιν diane:νταιαν dick:ντικ donald:ντοναλντ douglas:νταγκλας duncan:ντανκαν edward:εντουαρντ edwin:εντουιν elizabeth:ελιζαμπεθ,ελισαβετ emily:εμιλι frank:φρανκ gary:γκαρι gavin:γκαβιν gordon:γκορντον graham:γκραχαμ,γκρεαμ grace:γκρεις greg:γκρεγκ gregory:γκρεγκορι harold:χαρολντ harry:χαρι helen:ελεν,χελεν howard:χαουαρντ hugh:χιου ian:ιαν keith:κιθ kate:κειτ kevin:κεβιν ken:κεν kenneth:κενεθ larry:λαρι leigh:λι lee:λι
lewis:λιουις louise:λουιζ luke:λουκ malcolm:μαλκολμ margaret:μαργκαρετ mary:μαιρη,μερι martin:μαρτεν matthew:ματθιου,μαθιου peter:πιτερ phil:φιλ ralph:ραλφ ray:ρει raymond:ρειμοντ,ρεμον rachel:ρειτσελ richard:ριτσαρντ,ρισαρ ronald:ροναλντ russell:ρασελ ryan:ραιαν samuel:σαμουελ sarah:σαρα scott:σκοτ sean:σον sharon:σαρον simon:σαιμον stanley:στανλει stephen:στιβεν,στεφεν steven:στιβεν steve:στιβ stewart:στιουαρτ stuart:στιουαρτ sue:σου susan:σουζαν ted:τεντ theresa:τερεζα,τερισα tim:τιμ timothy:τιμοθι walter:γουολτερ,βαλτερ warren:γουορεν,ουορεν wayne:γουειν wendy:γουεντι william:γουιλιαμ,ουιλιαμ will:γουιλ 
brown:μπραουν wright:ραιτ smith:σμιθ taylor:τειλορ thompson:τομσον white:γουαιτ,ουαιτ young:γιανγκ hughes:χιουζ moore:μουρ murray:μαρει walker:γουοκερ,ουοκερ ward:γουορντ watson:γουοτσον,ουοτσον wilson:γουιλσον,ουιλσον williams:γουιλιαμς,ουιλιαμς wood:γουντ,ουντ hall:χολ hill:χιλ harris:χαρις green:γκριν king:κινγκ baker:μπεικερ clarke:κλαρκ clark:κλαρκ cooper:κουπερ carter:καρτερ campbell:καμπελ,καμπμπελ cohen:κοεν davies:ντειβις davis:ντειβις price:πραις shaw:σο stone:στοουν turner:τερνερ wallace:γουαλας 
krzysztof:κριστοφ,κσιστοφ grzegorz:γκρεγκορζ wojciech:βοιτσεχ andrzej:αντρεϊ,αντζει lech:λεχ jaroslaw:γιαροσλαβ donald:ντοναλντ angela:ανγκελα wolfgang:βολφγκανγκ gerhard:γκερχαρντ gunther:γκιντερ gunter:γκιντερ heinz:χαιντς hans:χανς helmut:χελμουτ jurgen:γιργκεν bjorn:μπιορν soren:σερεν goran:γκοραν,γεραν`;

const NAMES = new Map<string, string[]>();
for (const row of rows.trim().split(/\s+/)) {
  const [latin, forms] = row.split(':');
  for (const form of forms!.split(',')) {
    const key = greekSounds(form);
    const known = NAMES.get(key) ?? [];
    if (!known.includes(latin!)) NAMES.set(key, [...known, latin!]);
  }
}

/** Spellings of a foreign name that its Greek form (lower case, without accents) stands for; none for most words. */
export function foreignGreekNames(word: string): readonly string[] {
  return NAMES.get(greekSounds(word)) ?? [];
}

/** Letters and pairs that sound alike are written for one another in foreign names. */
function greekSounds(word: string): string {
  return word
    .replace(/[\u0308]/g, '')
    .replaceAll('ω', 'ο')
    .replaceAll('ς', 'σ')
    .replaceAll('ει', 'ι')
    .replace(/(?<!ο)υ/g, 'ι')
    .replaceAll('η', 'ι')
    .replace(/([βγδζλμνπρστφκ])\1/g, '$1');
}
