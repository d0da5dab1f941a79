/**
 * Foreign names whose Cyrillic form, made by ear, does not lead back to their spelling. Keys in Russian letters as
 * `cyrillicSounds` leaves them, so that Ukrainian, Belarusian, Bulgarian and Serbian forms meet in one.
 */
const rows = `
john:джон jean:жан jack:джек,жек joe:джо jo:джо,жо george:джордж,жорж james:джеймс,джеимс jim:джим jeff:джеф jeffrey:джефри joan:джоан joseph:джозеф,жозеф joshua:джошуа jonathan:джонатан,джонатън jane:джейн janet:джанет jennifer:дженифер jenny:джени jeremy:джереми,джеръми jerry:джери
jesse:джеси jessica:джесика jill:джил jimmy:джими joel:джоел,жоел judith:джудит judy:джуди julia:джулия julian:джулиан,жулиен julie:джули,жули justin:джастин,жустен jason:джейсон jay:джей johnny:джони johnson:джонсон jones:джонс jackson:джаксон jenkins:дженкинс jordan:джордан jacques:жак jerome:жером
 joseph:жозеп,жозе jorge:хорхе,жоржи jose:хосе,жозе jesus:хесус javier:хавиер,хавьер juan:хуан julio:хулио joaquin:хоакин jaime:хаиме,хайме jimenez:хименес juarez:хуарес jerzy:ежи,иежи,йежи jan:ян janusz:януш jacek:яцек jozef:юзеф,йозеф jaroslaw:ярослав jaroslav:ярослав jiri:иржи,йиржи,жири
jens:йенс,енс johan:йохан,юхан,иохан johannes:йоханес,иоханес johann:йохан,иохан jorgen:йорген,ерген jurgen:юрген,йурген joachim:йоахим,иоахим jakob:якоб juha:юха jukka:юка jussi:юси jon:йон,ион jonas:йонас,ионас josef:йозеф,иозеф
yves:ив gilles:жил gilbert:жилбер,гилберт gerard:жерар,джерард germain:жермен georges:жорж genevieve:женевиев,женевьев,женевйев guillaume:гийом,гиом guillermo:гилермо,гильермо,гийермо henri:анри henry:генри,хенри henrik:генрик,хенрик hubert:юбер,губерт,хуберт hugues:юг hugo:уго,гуго,хуго herve:ерве helene:елен hector:ектор,гектор,хектор
alain:ален andre:андре anne:ан antoine:антуан,антоан arnaud:арно arnault:арно benoit:бенуа,беноа bertrand:бертран bernard:бернар,бернард brigitte:бригит bruno:бруно catherine:катрин,кетрин,катерин cecile:сесил,сесил,сесиль christian:кристиан,кристьян,кристян christine:кристин christophe:кристоф christopher:кристофер claude:клод claudine:клодин colette:колет charles:чарлз,чарльз,чарлс,шарл,шарль,чарльс charlie:чарли charlotte:шарлот
daniel:даниел,даниэл,дениел,дениъл danielle:даниел denis:дени denise:дениз didier:дидие,дидье,дидйе dominique:доминик edouard:едуар edward:едвард,едуард emile:емил eric:ерик,ерик etienne:етиен,етьен,етйен eugene:ежен,юджин fabien:фабиен,фабьен florence:флоранс francois:франсуа,франсоа francoise:франсуаз francis:франсис,френсис,фрэнсис frederic:фредерик frederique:фредерик gabriel:габриел,гейбриел
isabelle:изабел jacqueline:жаклин,джаклин laurent:лоран laurence:лоранс,лоренс lawrence:лоренс lionel:лионел,лионель louis:луи,луис lucien:люсиен,люсьен luc:люк marc:марк marcel:марсел,марсель marie:мари martine:мартин matthieu:матие,матье,матьо maurice:морис michel:мишел,мишель,мишел michele:мишел,микеле michelle:мишел,мишель monique:моник nathalie:натали nicolas:никола,николас nicole:никол olivier:оливие,оливье,оливйе
pascal:паскал,паскаль patrice:патрис patrick:патрик paul:пол,поль paulette:полет philippe:филип pierre:пиер,пьер,пйер rene:рене,ръне remi:реми regis:режис renaud:рено robert:робер,роберт roger:роже,роджер roland:ролан,роланд sebastien:себастиен,себастьен serge:серж simone:симон sophie:софи stephane:стефан sylvie:силви,сильви sylvain:силвен,сильвен thierry:тиери,тьери,тйери thomas:тома,томас valerie:валери vincent:венсан,винсент veronique:вероник xavier:ксавие,ксавье,хавиер yann:ян yvette:ивет
michael:майкл,майкъл,михаел,михаель mike:майк mitchell:мичел nick:ник neil:нил nigel:найджел,найджъл,найжел nathan:нейтан,натан naomi:наоми,нейоми andrew:андрю,ендрю,эндрю,ендру,андру andy:енди,анди amy:еми,ейми ann:ен,ан anna:ана anthony:ентони,антони,антъни tony:тони angela:анджела,ангела alan:алан alastair:аластер,алистер alice:алис,елис albert:алберт,албер alex:алекс alison:алисон,елисон audrey:одри barry:бари brian:браян,брайан bryan:браян,брайан bruce:брус,брюс
bill:бил bob:боб carl:карл carol:керол,карол caroline:каролин,каролайн craig:крейг chuck:чак claire:клер,клеър chris:крис dan:дан,ден dave:дейв david:дейвид,девид,дъйвид,давид dean:дин dennis:денис diane:дайан,даян,диан diana:диана,даяна dick:дик don:дон donald:доналд duncan:дънкан,данкан douglas:даглас,дъглас earl:ерл,ърл ed:ед edwin:едвин elizabeth:елизабет ellen:елен elaine:илейн,елейн eleanor:елинор emily:емили emma:ема ernest:ернест frank:франк,френк fred:фред
gary:гери,гари gavin:гавин,гевин gene:джин gerald:джералд geoffrey:джефри geoff:джеф gerry:джери gillian:джилиан,гилиан glenn:глен gordon:гордън,гордон graham:грем,греъм,грехам grace:грейс greg:грег gregory:грегори harold:харолд,гаролд harry:хари,гари heather:хедър,хезер,гедер helen:хелен,гелен herbert:херберт,герберт howard:хауърд,говард,хауард,ховард hugh:хю,хью,гью,хйу ian:иан,иън,иен,йен,ейн ivan:айван irene:айрин ira:айра isaac:айзек,айзък
karen:керън,карен,керен kate:кейт kathy:кати,кети katherine:катрин,кетрин keith:кийт,кит kelly:кели ken:кен kenneth:кенет kevin:кевин kay:кей key:ки kyle:кайл larry:лари laura:лора lee:ли leigh:ли len:лен leo:лио,лео leslie:лесли lewis:люис,льюис linda:линда lisa:лиса,лайза liz:лиз lloyd:лойд louise:луиз,луис lucy:луси,люси luke:люк lynn:лин malcolm:малколм,малкълм margaret:маргарет mark:марк martha:марта martin:мартин,мартен mary:мери matt:мат matthew:матю,метю,метйу maureen:морин max:макс mel:мел
norman:норман oliver:оливер oscar:оскар owen:оуен,оуън,овен pat:пат,пет patricia:патриша,патрисия paula:пола peter:питър,питер,петер phil:фил philip:филип phillip:филип ralph:ралф,ралъф randy:ранди,ренди ray:рей raymond:реймънд,реймонд,раймон rachel:рейчъл,рейчел rebecca:ребека reid:рийд,рид reed:рид,рийд rex:рекс richard:ричард,ришар rick:рик rob:роб robin:робин rod:род ron:рон ronald:роналд rosie:рози ross:рос roy:рой russell:ръсел,расел ruth:рут ryan:раян,райан
sam:сам,сем samuel:самюел,семюел,самуел sandy:санди,сенди sarah:сара scott:скот sean:шон shaun:шон sharon:шарон,шерон sheila:шила,шийла shirley:шърли,ширли sidney:сидни simon:саймън,саймон,симон stanley:стенли,станли stephen:стивън,стивен,стефен steven:стивън,стивен steve:стив stewart:стюарт,стйуарт stuart:стюарт,стйуарт sue:су,сйу susan:сюзън,сюзан,сьюзен,сузан ted:тед teresa:тереза terry:тери theresa:тереза theodore:теодор tim:тим timothy:тимъти,тимоти,тимати todd:тод tom:том tracy:трейси trevor:тревър,тревор valerie:валери vernon:върнън,вернон
victor:виктор virginia:вирджиния walter:уолтър,уолтер,волтер,валтер warren:уорън,уорен,ворен wayne:уейн,вейн wendy:уенди,венди william:уилям,вилям,уильям,виляйм will:уил,вил yvonne:ивон
brown:браун browne:браун wright:райт,райть smith:смит taylor:тейлър,тейлор thompson:томпсън,томпсон thomson:томсън,томсон white:уайт,вайт,увайт young:янг,йънг,йанг hughes:хюз,хьюз,гьюз,хйуз moore:мур,мор murray:мъри,мари,мърей,мюрей walker:уокър,уокер,вокер ward:уорд,ворд watson:уотсън,уотсон,ватсон,вотсон wilson:уилсън,уилсон,вилсон,вильсон williams:уилямс,уильямс,вильямс,вилямс wood:ууд,вуд woods:вудс,уудс hall:хол,гол hill:хил,гил harris:харис,гарис
green:грийн,грин greene:грийн,грин king:кинг baker:бейкър,бейкер clarke:кларк clark:кларк cooper:купър,купер carter:картър,картер campbell:кембъл,кембел,кемпбел collins:колинс cohen:коен,коън davies:дейвис,девис,дейвиз davis:дейвис,девис edwards:едуардс,едвардс evans:евънс,еванс hayes:хейс,гейс price:прайс rice:райс reynolds:рейнолдс shaw:шо simpson:симпсън,симпсон stone:стоун stevens:стивънс,стивенс turner:търнър,търнер,тернер wallace:уолъс,уолас,волес white:вайт wise:уайз
mcdonald:макдоналд macdonald:макдоналд sullivan:съливан,саливан,саливен 
krzysztof:кшиштоф grzegorz:гжегож,гжегож wojciech:войчех,войцех andrzej:анджей,анджеи lech:лех leszek:лешек tadeusz:тадеуш zbigniew:збигнев ryszard:ришард wlodzimierz:влодзимеж,владзимеж,володимеж stanislaw:станислав boguslaw:богуслав mieczyslaw:мечислав czeslaw:чеслав miroslaw:мирослав waldemar:валдемар malgorzata:малгожата katarzyna:катажина ewa:ева jolanta:йоланта,иоланта jadwiga:ядвига elzbieta:елжбета`;

const NAMES = new Map<string, string[]>();
for (const row of rows.trim().split(/\s+/)) {
  const [latin, forms] = row.split(':');
  for (const form of forms!.split(',')) {
    const key = cyrillicSounds(form);
    const known = NAMES.get(key) ?? [];
    if (!known.includes(latin!)) NAMES.set(key, [...known, latin!]);
  }
}

/** Spellings of a foreign name that its Cyrillic form stands for by convention; none for most words. */
export function foreignCyrillicNames(word: string): readonly string[] {
  return NAMES.get(cyrillicSounds(word)) ?? [];
}

/** A Cyrillic word of any language in few letters: what the languages write differently for one foreign sound is one. */
function cyrillicSounds(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('џ', 'дж')
    .replaceAll('љ', 'л')
    .replaceAll('њ', 'н')
    .replace(/[эєё]/g, 'е')
    .replace(/[іїыјй]/g, 'и')
    .replaceAll('ў', 'у')
    .replaceAll('ґ', 'г')
    .replace(/[ьъ'’](?=.)/g, (sign) => (sign === 'ъ' ? 'ъ' : ''))
    .replace(/[ьъ]$/, '')
    .replace(/([бвгдзклмнпрстфхцч])\1/g, '$1');
}
