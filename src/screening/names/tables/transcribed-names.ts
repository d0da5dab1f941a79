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

export const CHINESE_FOREIGN_NAMES = table(`
  john:约翰,約翰 michael:迈克尔,邁克爾,麦可,麥可,迈克,麥克 william:威廉 george:乔治,喬治 charles/karl:查尔斯,查爾斯,卡尔,卡爾 james:詹姆斯,詹姆士 robert:罗伯特,羅伯特,罗拔,羅拔 richard:理查德,理察,理查,李察 david:大卫,大衛,戴维,戴維 thomas:托马斯,湯瑪斯,汤马斯,托馬斯 paul:保罗,保羅
  peter:彼得,彼德 mark:马克,馬克 joseph:约瑟夫,約瑟夫,何塞,约瑟,約瑟 daniel:丹尼尔,丹尼爾 edward:爱德华,愛德華 henry:亨利 stephen:斯蒂芬,史蒂芬,史蒂文,斯蒂文 martin:马丁,馬丁 patrick:帕特里克,派翠克 anthony:安东尼,安東尼 andrew:安德鲁,安德魯,安德烈 alexander:亚历山大,亞歷山大,阿列克山大 frank:弗兰克,法蘭克,弗蘭克
  francis/francois:弗朗索瓦,法兰西斯,弗朗西斯,方济各 franz:弗朗茨 friedrich:弗里德里希 heinrich:海因里希 wilhelm:威廉 johann:约翰,約翰 hans:汉斯,漢斯 jean:让,讓,尚 jacques:雅克 pierre:皮埃尔,皮埃爾 philippe/philip:菲利普,菲利浦 louis:路易 luis:路易斯 carlos:卡洛斯 jose:何塞 juan:胡安 pedro:佩德罗,佩德羅 pablo:巴勃罗,巴勃羅 fernando:费尔南多,費爾南多 francisco:弗朗西斯科
  miguel:米格尔,米格爾 antonio:安东尼奥,安東尼奧 manuel:曼努埃尔,曼努埃爾 enrique:恩里克 jorge:豪尔赫,豪爾赫 javier:哈维尔,哈維爾 alberto:阿尔贝托,阿爾貝托 giovanni:乔瓦尼,喬瓦尼 giuseppe:朱塞佩 silvio:西尔维奥,西爾維奧 mario:马里奥,馬里奧 vladimir:弗拉基米尔,弗拉基米爾,弗拉迪米尔 sergei:谢尔盖,謝爾蓋 nikolai:尼古拉 nicolas/nicholas:尼古拉斯,尼可拉斯 mikhail:米哈伊尔,米哈伊爾
  dmitry:德米特里 alexei:阿列克谢,阿列克謝 viktor/victor:维克托,維克托,维克多,維克多 yuri:尤里 boris:鲍里斯,鮑里斯 ivan:伊万,伊萬,伊凡 igor:伊戈尔,伊戈爾 andrei:安德烈 yevgeny:叶夫根尼,葉夫根尼 vasily:瓦西里 konstantin:康斯坦丁 leonid:列昂尼德 oleg:奥列格,奧列格 anatoly:阿纳托利,阿納托利 viacheslav:维亚切斯拉夫 mohammed:穆罕默德,默罕默德 ahmed:艾哈迈德,艾哈邁德 ali:阿里 hassan:哈桑 hussein:侯赛因,侯賽因
  ibrahim:易卜拉欣,伊布拉欣 abdullah:阿卜杜拉,阿都拉 abdul:阿卜杜勒,阿卜杜,阿都 omar:奥马尔,奧馬爾 yusuf:优素福,優素福 mustafa:穆斯塔法 mahmoud:马哈茂德,馬哈茂德 khalid:哈立德 osama:奥萨马,奧薩瑪 saddam:萨达姆,薩達姆 mary:玛丽,瑪麗 maria:玛丽亚,瑪麗亞,玛利亚 elizabeth:伊丽莎白,伊麗莎白 anna:安娜 catherine:凯瑟琳,凱瑟琳 helen:海伦,海倫 elena:叶莲娜,埃琳娜 christine:克里斯蒂娜,克莉絲汀
  christian:克里斯蒂安 christopher:克里斯托弗,克里斯多福 benjamin:本杰明,班傑明 samuel:塞缪尔,塞繆爾 eric:埃里克,艾瑞克 kevin:凯文,凱文 brian:布莱恩,布萊恩 donald:唐纳德,唐納德 ronald:罗纳德,羅納德 kenneth:肯尼思,肯尼斯 jeffrey:杰弗里,傑佛瑞 gregory:格雷戈里 matthew:马修,馬修 luke:卢克,路克 lucas:卢卡斯 jan:扬,揚 erik:埃里克 gustav:古斯塔夫 
  joe:乔,喬 bill:比尔,比爾 tom:汤姆,湯姆 jim:吉姆 jack:杰克,傑克 tony:托尼,東尼 barack:巴拉克,贝拉克 hillary:希拉里,希拉蕊 harry:哈里 arthur:阿瑟,亞瑟 albert:阿尔伯特,阿爾伯特 emmanuel:埃马纽埃尔 olivier:奥利维耶 bernard:伯纳德,贝尔纳 dominique:多米尼克 gerhard:格哈德 wolfgang:沃尔夫冈 walter:沃尔特,瓦尔特 howard:霍华德 gordon:戈登 angela:安格拉,安吉拉 jonathan:乔纳森,喬納森 joshua:约书亚`);

export const JAPANESE_FOREIGN_NAMES = table(`
  john:ジョン michael:マイケル,ミハエル,ミヒャエル william:ウィリアム george:ジョージ charles:チャールズ,シャルル james:ジェームズ,ジェームス robert:ロバート,ロベール richard:リチャード david:デヴィッド,デイヴィッド,デビッド,デイビッド,ダヴィド thomas:トーマス,トマス paul:ポール,パウル peter:ピーター,ペーター mark:マーク joseph:ジョセフ,ヨーゼフ,ジョゼフ daniel:ダニエル edward:エドワード henry:ヘンリー,アンリ stephen:スティーヴン,スティーブン
  anthony:アンソニー andrew:アンドリュー alexander:アレクサンダー,アレクサンデル,アレクサンドル jean:ジャン jacques:ジャック pierre:ピエール philippe:フィリップ louis:ルイ francois:フランソワ jose:ホセ juan:フアン,ファン jorge:ホルヘ javier:ハビエル giovanni:ジョヴァンニ,ジョバンニ vladimir:ウラジーミル,ヴラジーミル,ウラディミール sergei:セルゲイ mikhail:ミハイル nikolai:ニコライ jan:ヤン 
  johannes:ヨハネス johann:ヨハン wolfgang:ヴォルフガング mohammed:ムハンマド,モハメド,ムハマド ahmed:アフマド,アフメド abdullah:アブドゥッラー,アブドラ hussein:フセイン,フサイン hassan:ハサン,ハッサン yusuf:ユースフ ibrahim:イブラヒム,イブラーヒーム osama:ウサーマ,オサマ saddam:サッダーム,サダム
  matthew:マシュー christopher:クリストファー elizabeth:エリザベス mary:メアリー maria:マリア catherine:キャサリン,カトリーヌ helen:ヘレン walter:ウォルター,ヴァルター ronald:ロナルド donald:ドナルド bernard:バーナード,ベルナール julius:ユリウス arthur:アーサー herbert:ハーバート ernest:アーネスト `);
