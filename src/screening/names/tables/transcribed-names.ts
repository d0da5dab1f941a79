import { simplifiedWord } from './simplified.ts';

/**
 * Western given names as Chinese and Japanese write them by convention, which syllables alone do not give back. The
 * first spelling is the main one; `givenNameClasses` knows the others.
 */
const table = (rows: string): ReadonlyMap<string, readonly string[]> => {
  const names = new Map<string, string[]>();
  for (const row of rows.trim().split(/\s+/)) {
    const [latin, forms] = row.split(':');
    for (const form of forms!.split(',')) names.set(form, [...(names.get(form) ?? []), ...latin!.split('/')]);
  }
  return names;
};

function foldedTable(rows: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const [form, spellings] of table(rows)) {
    const simple = simplifiedWord(form);
    names.set(simple, [...new Set([...(names.get(simple) ?? []), ...spellings])]);
  }
  return names;
}

/** By simplified forms. */
export const CHINESE_FOREIGN_NAMES = foldedTable(`
  john:约翰,約翰 michael:迈克尔,邁克爾,麦可,麥可,迈克,麥克 william:威廉 george:乔治,喬治 charles/karl:查尔斯,查爾斯,卡尔,卡爾 james:詹姆斯,詹姆士 robert:罗伯特,羅伯特,罗拔,羅拔 richard:理查德,理察,理查,李察 david:大卫,大衛,戴维,戴維 thomas:托马斯,湯瑪斯,汤马斯,托馬斯 paul:保罗,保羅
  peter:彼得,彼德 mark:马克,馬克 joseph:约瑟夫,約瑟夫,何塞,约瑟,約瑟 daniel:丹尼尔,丹尼爾 edward:爱德华,愛德華 henry:亨利 stephen:斯蒂芬,史蒂芬,史蒂文,斯蒂文 martin:马丁,馬丁 patrick:帕特里克,派翠克 anthony:安东尼,安東尼 andrew:安德鲁,安德魯,安德烈 alexander:亚历山大,亞歷山大,阿列克山大 frank:弗兰克,法蘭克,弗蘭克
  francis/francois:弗朗索瓦,法兰西斯,弗朗西斯,方济各 franz:弗朗茨 friedrich:弗里德里希 heinrich:海因里希 wilhelm:威廉 johann:约翰,約翰 hans:汉斯,漢斯 jean:让,讓,尚 jacques:雅克 pierre:皮埃尔,皮埃爾 philippe/philip:菲利普,菲利浦 louis:路易 luis:路易斯 carlos:卡洛斯 jose:何塞 juan:胡安 pedro:佩德罗,佩德羅 pablo:巴勃罗,巴勃羅 fernando:费尔南多,費爾南多 francisco:弗朗西斯科
  miguel:米格尔,米格爾 antonio:安东尼奥,安東尼奧 manuel:曼努埃尔,曼努埃爾 enrique:恩里克 jorge:豪尔赫,豪爾赫 javier:哈维尔,哈維爾 alberto:阿尔贝托,阿爾貝托 giovanni:乔瓦尼,喬瓦尼 giuseppe:朱塞佩 silvio:西尔维奥,西爾維奧 mario:马里奥,馬里奧 vladimir:弗拉基米尔,弗拉基米爾,弗拉迪米尔 sergei:谢尔盖,謝爾蓋 nikolai:尼古拉 nicolas/nicholas:尼古拉斯,尼可拉斯 mikhail:米哈伊尔,米哈伊爾
  dmitry:德米特里 alexei:阿列克谢,阿列克謝 viktor/victor:维克托,維克托,维克多,維克多 yuri:尤里 boris:鲍里斯,鮑里斯 ivan:伊万,伊萬,伊凡 igor:伊戈尔,伊戈爾 andrei:安德烈 yevgeny:叶夫根尼,葉夫根尼 vasily:瓦西里 konstantin:康斯坦丁 leonid:列昂尼德 oleg:奥列格,奧列格 anatoly:阿纳托利,阿納托利 viacheslav:维亚切斯拉夫 mohammed:穆罕默德,默罕默德 ahmed:艾哈迈德,艾哈邁德 ali:阿里 hassan:哈桑 hussein:侯赛因,侯賽因
  ibrahim:易卜拉欣,伊布拉欣 abdullah:阿卜杜拉,阿都拉 abdul:阿卜杜勒,阿卜杜,阿都 omar:奥马尔,奧馬爾 yusuf:优素福,優素福 mustafa:穆斯塔法 mahmoud:马哈茂德,馬哈茂德 khalid:哈立德 mary:玛丽,瑪麗 maria:玛丽亚,瑪麗亞,玛利亚 elizabeth:伊丽莎白,伊麗莎白 anna:安娜 catherine:凯瑟琳,凱瑟琳 helen:海伦,海倫 elena:叶莲娜,埃琳娜 christine:克里斯蒂娜,克莉絲汀
  christian:克里斯蒂安 christopher:克里斯托弗,克里斯多福 benjamin:本杰明,班傑明 samuel:塞缪尔,塞繆爾 eric:埃里克,艾瑞克 kevin:凯文,凱文 brian:布莱恩,布萊恩 donald:唐纳德,唐納德 ronald:罗纳德,羅納德 kenneth:肯尼思,肯尼斯 jeffrey:杰弗里,傑佛瑞 gregory:格雷戈里 matthew:马修,馬修 luke:卢克,路克 lucas:卢卡斯 jan:扬,揚 erik:埃里克 gustav:古斯塔夫 
  joe:乔,喬 bill:比尔,比爾 tom:汤姆,湯姆 jim:吉姆 jack:杰克,傑克 tony:托尼,東尼 harry:哈里 arthur:阿瑟,亞瑟 albert:阿尔伯特,阿爾伯特 emmanuel:埃马纽埃尔 olivier:奥利维耶 bernard:伯纳德,贝尔纳 dominique:多米尼克 gerhard:格哈德 wolfgang:沃尔夫冈 walter:沃尔特,瓦尔特 howard:霍华德 gordon:戈登 angela:安格拉,安吉拉 jonathan:乔纳森,喬納森 joshua:约书亚
  smith:史密斯 jones:琼斯,鍾斯 brown:布朗 williams:威廉斯,威廉姆斯 taylor:泰勒 wilson:威尔逊,威爾遜 davies/davis:戴维斯,戴維斯 evans:埃文斯,伊凡斯 johnson:约翰逊,強生,约翰森,約翰遜 roberts:罗伯茨,羅伯茲 robinson:罗宾逊,羅賓遜 wright:赖特,萊特 thompson/thomson:汤普森,湯普森,汤姆森,湯普遜 white:怀特,懷特 walker:沃克 hall:霍尔,霍爾 green:格林 wood:伍德 harris:哈里斯
  martin:马丁 jackson:杰克逊,傑克森 clarke/clark:克拉克 turner:特纳,透納 hill:希尔,希爾 cooper:库珀,庫柏 morris:莫里斯 ward:沃德 moore:穆尔,摩尔,摩爾 king:金 watson:沃森,华生 harrison:哈里森 morgan:摩根 baker:贝克,貝克 allen/alan:艾伦,艾倫,阿伦,亞倫 anderson/andersen:安德森,安德逊,安徒生 scott:斯科特,史考特 lewis:刘易斯,路易斯 parker:帕克 bennett:本内特,貝內特,贝内特 young:扬,杨
  murphy:墨菲 kelly:凯利,凱利 collins:柯林斯,科林斯 stewart/stuart:斯图尔特,史都華,斯圖亞特,斯图亚特 campbell:坎贝尔,金寶 mitchell:米切尔,米歇尔 carter:卡特 phillips:菲利普斯 reid/reed/read:里德 ross:罗斯,羅斯 fox:福克斯 graham:格雷厄姆,葛拉漢,格雷姆 hughes:休斯,休斯顿 nelson:纳尔逊,尼尔森,納爾遜 fisher/fischer:费舍尔,费希尔,費雪,菲舍尔 miller:米勒 hunter:亨特 murray:默里,莫瑞 marshall:马歇尔 rogers:罗杰斯 gray/grey:格雷
  palmer:帕尔默 simpson:辛普森 wallace:华莱士 hamilton:汉密尔顿,漢彌爾頓 russell:拉塞尔,羅素 warren:沃伦,華倫 warner:沃纳,華納 adams:亚当斯 adam:亚当,亞當 barker:巴克 barnes:巴恩斯 bell:贝尔,貝爾 black:布莱克 burke:伯克
  byrne:伯恩 chapman:查普曼 cohen:科恩,柯恩 cole:科尔 cook:库克 coleman:科尔曼 cox:考克斯 crawford:克劳福德 cruz:克鲁斯,克魯茲 diaz:迪亚斯 dixon:迪克森 douglas:道格拉斯 duncan:邓肯 edwards:爱德华兹,愛德華茲 ellis:埃利斯 ferguson:弗格森 fernandez/fernandes:费尔南德斯 fleming:弗莱明 ford:福特 foster:福斯特 freeman:弗里曼 garcia:加西亚,賈西亞 gibson:吉布森 gomez/gomes:戈麦斯 gonzalez/gonzales:冈萨雷斯,岡薩雷斯
  grant:格兰特 griffin:格里芬 gutierrez:古铁雷斯 hernandez:埃尔南德斯 hoffmann/hoffman:霍夫曼 holmes:霍姆斯 hopkins:霍普金斯 hudson:哈德森 jenkins:詹金斯 jensen:延森,詹森 jordan:乔丹,約旦 klein:克莱因 lopez:洛佩斯,羅培茲 macdonald/mcdonald:麦克唐纳,麥當勞,麥克唐納 mason:梅森 meyer/mayer:迈耶,梅耶 muller/mueller:穆勒,米勒 nguyen:阮 nielsen:尼尔森 norman:诺曼 oliver:奥利弗 olsen/olson:奥尔森,奧爾森
  ortega:奥尔特加 owen:欧文 patterson:帕特森 pearson:皮尔逊 perez:佩雷斯 perry:佩里 peterson/petersen:彼得森,彼得逊 porter:波特 powell:鲍威尔,鮑威爾 price:普赖斯,普莱斯 ramirez:拉米雷斯 rodriguez/rodrigues:罗德里格斯,羅德里格斯 romero:罗梅罗 rose:罗斯 sanchez:桑切斯 santos:桑托斯 sanders/saunders:桑德斯 schmidt:施密特 schneider:施耐德 schroeder/schroder:施罗德,施洛德 schulz/schultz:舒尔茨 schwarz/schwartz:施瓦茨
  shaw:肖 silva:席尔瓦,西尔瓦 simon/simone:西蒙,賽門 spencer:斯宾塞 stevens/stephens:史蒂文斯,斯蒂芬斯 stevenson:史蒂文森 stone:斯通 sullivan:沙利文,蘇利文 torres:托雷斯 vasquez/vazquez:巴斯克斯 wagner:瓦格纳,華格納 wayne:韦恩 weber:韦伯 webster:韦伯斯特 weiss:魏斯 west:韦斯特 wolf/wolff:沃尔夫 
  aaron:阿隆,艾伦 abraham:亚伯拉罕,亞伯拉罕 alan:阿兰 alex:亚历克斯,艾力克斯 alfred:阿尔弗雷德 alice:爱丽丝,愛麗絲,艾丽斯 amanda:阿曼达 amy:艾米,艾咪 andreas:安德烈亚斯 ann/anne:安妮,安 anton:安东,安東 antoine:安托万 armando:阿曼多 axel:阿克塞尔 barbara:芭芭拉,巴巴拉 ben:本,班 bob:鲍勃,鮑伯 bruce:布鲁斯 carl:卡尔 carol:卡罗尔 caroline:卡罗琳 charlie:查理
  chris:克里斯 christina:克里斯蒂娜,克里斯汀娜 christophe/christoph:克里斯托夫 claire:克莱尔 claude:克劳德 craig:克雷格 dan:丹 dean:迪恩,迪安 deborah:黛博拉 dennis/denis:丹尼斯 diana:戴安娜,黛安娜 diane/dianne:黛安,戴安 dick:迪克 diego:迭戈 donna:唐娜 dorothy:多萝西 eduardo:爱德华多 edmund:埃德蒙 edwin:埃德温 elias:埃利亚斯 ellen:埃伦 emily:艾米丽,艾蜜莉 emma:艾玛,埃玛 erich:埃里希
  ernst:恩斯特 ernesto:埃内斯托 eugene:尤金 eva:伊娃,埃娃 felipe:费利佩 felix:费利克斯,菲力克斯 francois:法朗索瓦 fred:弗雷德 frederick/frederik:弗雷德里克,弗雷德里克 gabriel:加布里埃尔,加百列 gary:加里,蓋瑞 gerald:杰拉尔德 gerard:热拉尔,杰拉德 gilbert:吉尔伯特 giorgio:乔治奥,焦尔焦 giuliano:朱利亚诺 glenn/glen:格伦 grace:格蕾丝 greg:格雷格 guillermo:吉列尔莫 hector:埃克托 helmut:赫尔穆特
  henri:亨利 herbert:赫伯特 herman/hermann:赫尔曼 hugo:雨果,乌戈 hugh:休 hubert:休伯特,于贝尔 ian:伊恩 irina:伊琳娜 isabel/isabelle:伊莎贝尔,伊莎貝爾 isaac:艾萨克,艾薩克 jacob/jakob:雅各布,雅各 jaime:海梅 jamie:杰米,傑米 jason:贾森,傑森 jean:吉恩 jeff:杰夫,傑夫 jennifer:珍妮弗,詹妮弗 jeremy:杰里米,傑瑞米 jerry:杰里,傑瑞 jessica:杰西卡,潔西卡 jesus:赫苏斯 jill:吉尔 jimmy:吉米 joan:琼
  joaquin:华金 johan:约翰,约翰 johnny:约翰尼 johannes:约翰内斯 jon/john:乔恩,喬恩 josef:约瑟夫 josep:何塞普 joyce:乔伊斯 juan:胡安 judith:朱迪思 julia:朱莉娅,茱莉亞 julian:朱利安 julie:朱莉,茱莉 julio:胡里奥,胡利奥 justin:贾斯汀,賈斯汀,贾斯廷 karen:卡伦,凯伦 kate:凯特 katherine:凯瑟琳 keith:基思,凯思 kim:金 kurt:库尔特 larry:拉里,賴瑞 lars:拉尔斯 laura:劳拉 laurent:洛朗 lawrence:劳伦斯,勞倫斯
  leo:利奥 leon:莱昂,里昂 leonard:伦纳德,莱昂纳德 leonardo:莱昂纳多 linda:琳达,琳達 lisa:丽莎,麗莎 lloyd:劳埃德 lorenzo:洛伦佐 luca:卢卡 lucia:卢西亚 luigi:路易吉 marc:马克 marcel:马塞尔 marco/marko:马可,马尔科 marcos:马科斯 margaret:玛格丽特,瑪格麗特 margarita:玛格丽塔 marie:玛丽,瑪麗 marina:玛丽娜 marion:马里恩 marius:马里乌斯 marta/martha:玛尔塔,玛莎 matt:马特 matteo:马泰奥 matthias:马蒂亚斯 maurice:莫里斯
  max:马克斯,麥克斯 maxime:马克西姆 melissa:梅利莎 michel/michelle:米歇尔 mike:迈克,邁克,麥克 milan:米兰 monica:莫妮卡 nancy:南希 natalia:娜塔莉亚,纳塔利娅 nathalie/natalie:娜塔莉 neil:尼尔 nick:尼克 nicole:妮可 nigel:奈杰尔 nina:尼娜 norbert:诺贝特 olga:奥尔加 oscar/oskar:奥斯卡,奥斯卡尔 otto:奥托 paola:保拉 pat:帕特 patricia:帕特里夏,派翠西亞 paula:保拉 pascal:帕斯卡尔 paulo:保罗 pavel:帕维尔 per:佩尔
  petr:彼得 phil:菲尔 rachel:雷切尔,瑞秋 rafael/raphael:拉斐尔 ralph:拉尔夫 ramon:拉蒙 raul:劳尔 ray:雷 raymond:雷蒙德,雷蒙 rebecca:丽贝卡 ricardo:里卡多 rick:里克 rob:罗布,羅伯,罗伯 roberto:罗伯托 rodrigo:罗德里戈 roger:罗杰,羅傑 roland:罗兰 roman:罗曼 ron:罗恩 rosa:罗莎 roy:罗伊 rudolf:鲁道夫 ruth:露丝,鲁思 ryan:瑞安,萊恩 salvador:萨尔瓦多 sam:萨姆,山姆 sandra:桑德拉 sara/sarah:萨拉,莎拉 sean:肖恩,西恩
  sebastian:塞巴斯蒂安 sergio:塞尔吉奥 sharon:莎伦,莎朗 sophie:索菲 sofia/sophia:索菲亚 stefan/stephan:斯特凡,史蒂芬 stefano:斯特凡诺 steven/steve:史蒂夫 sue:苏 susan:苏珊,蘇珊 svetlana:斯韦特兰娜 sylvia:西尔维娅 ted:特德,泰德 teresa/theresa:特蕾莎,德蕾莎 terry:特里 tim:蒂姆,提姆 timothy:蒂莫西,提摩太 tomas:托马斯 tatiana:塔季扬娜 valentin:瓦伦丁 valery:瓦列里 vaclav:瓦茨拉夫 vincent:文森特,文森 virginia:弗吉尼亚
  werner:维尔纳 xavier:格扎维埃 yves:伊夫 zoltan:佐尔坦 stanislav:斯坦尼斯拉夫 yaroslav/jaroslav:雅罗斯拉夫,雅羅斯拉夫 vyacheslav:维亚切斯拉夫 bogdan:博格丹 andrzej:安杰伊 jerzy:耶日 krzysztof:克日什托夫 wojciech:沃伊切赫 tadeusz:塔德乌什 janos:亚诺什 laszlo:拉斯洛 istvan:伊什特万 sandor:山多尔 jozsef:约瑟夫 miroslav:米罗斯拉夫 gyula:久洛 ferenc:费伦茨 zoran:佐兰 dragan:德拉甘 slobodan:斯洛博丹 milos:米洛什
  mohammed/mohamad:莫哈末,莫哈未,穆罕默,莫罕默德,末哈末 ahmad:阿末,阿默 ahmed:阿赫迈德,艾哈迈迪 abu:阿布 abdul:阿布杜,阿布杜勒,阿卜杜尔 abdurrahman:阿卜杜拉赫曼 rahman:拉赫曼,拉曼,拉哈曼 rahim:拉希姆,拉欣 aziz:阿齐兹,阿兹 hassan:哈山 hussein:胡先,胡申,胡森,海珊 ismail:伊斯梅尔,依斯迈,伊斯迈,伊斯梅爾 ibrahim:依布拉欣,伊卜拉欣 othman/osman:奥斯曼,欧斯曼 omar:奥玛,欧麦尔,奥马 yusof:尤索夫,优索夫,尤素夫 salleh/saleh:沙烈,萨利赫
  hamid:哈米德,哈密 karim:卡里姆,卡林 rashid:拉希德,拉昔 kadir:卡迪,卡迪尔 zakaria:查卡里亚,扎卡里亚 samad:沙末,萨马德 latif:拉迪夫,拉蒂夫 halim:哈林,哈利姆 nasir:纳西尔,纳西 najib:纳吉布 anwar:安瓦尔 sulaiman:苏莱曼 jamal:贾马尔 kamal:卡马尔 kamaruddin:卡马鲁丁 nasser:纳赛尔 saeed/said:赛义德,萨伊德 syed:赛益 salim/salem:萨利姆,沙林 tariq:塔里克 walid:瓦利德 zaid:扎伊德 bashir:巴希尔 faisal:费萨尔
  fatima/fatimah:法蒂玛,花蒂玛 aisha:阿伊莎 siti:西蒂 nur:努尔 khan:汗,可汗 singh:辛格,星 kumar:库马尔,古玛 sharma:夏尔马 bin:宾,本 ibn:伊本 ould:乌尔德 patel:帕特尔 kim:金`);

export const JAPANESE_FOREIGN_NAMES = table(`
  john:ジョン michael:マイケル,ミハエル,ミヒャエル william:ウィリアム george:ジョージ charles:チャールズ,シャルル james:ジェームズ,ジェームス robert:ロバート,ロベール richard:リチャード david:デヴィッド,デイヴィッド,デビッド,デイビッド,ダヴィド thomas:トーマス,トマス paul:ポール,パウル peter:ピーター,ペーター mark:マーク joseph:ジョセフ,ヨーゼフ,ジョゼフ daniel:ダニエル edward:エドワード henry:ヘンリー,アンリ stephen:スティーヴン,スティーブン
  anthony:アンソニー andrew:アンドリュー alexander:アレクサンダー,アレクサンデル,アレクサンドル jean:ジャン jacques:ジャック pierre:ピエール philippe:フィリップ louis:ルイ francois:フランソワ jose:ホセ juan:フアン,ファン jorge:ホルヘ javier:ハビエル giovanni:ジョヴァンニ,ジョバンニ vladimir:ウラジーミル,ヴラジーミル,ウラディミール sergei:セルゲイ mikhail:ミハイル nikolai:ニコライ jan:ヤン 
  johannes:ヨハネス johann:ヨハン wolfgang:ヴォルフガング mohammed:ムハンマド,モハメド,ムハマド ahmed:アフマド,アフメド abdullah:アブドゥッラー,アブドラ hussein:フセイン,フサイン hassan:ハサン,ハッサン yusuf:ユースフ ibrahim:イブラヒム,イブラーヒーム 
  matthew:マシュー christopher:クリストファー elizabeth:エリザベス mary:メアリー maria:マリア catherine:キャサリン,カトリーヌ helen:ヘレン walter:ウォルター,ヴァルター ronald:ロナルド donald:ドナルド bernard:バーナード,ベルナール julius:ユリウス arthur:アーサー herbert:ハーバート ernest:アーネスト `);
