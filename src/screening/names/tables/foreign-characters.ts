/**
 * What each character stands for where Chinese spells a foreign name phonetically, the likeliest first. Source: the
 * transcription tables of Xinhua for English, French, German, Spanish, Russian and Arabic, read backwards. The habits
 * of Taiwan and Hong Kong are added. Simplified forms.
 */
const rows = `
阿 a|埃 e ai a|艾 e ai i a|爱 e ai|安 an en|昂 an ang on|奥 o au|澳 o au|敖 o|欧 o eu au|傲 o
巴 ba pa|芭 ba|拔 ba|白 be bai|拜 bai by bi be|班 ban|邦 bon ban|包 bau bow bo|鲍 bo bow bau|保 pau bau bo|宝 bo pau|北 be|贝 be bay ba|倍 be|本 ben bun|比 bi be by|彼 pe pi|毕 bi pi|碧 bi bee|宾 bin pin|滨 bin|别 be bie
波 po bo|玻 bo po|伯 ber bur be bo|勃 b bo br|博 bo|卜 b bu|布 b bu br|步 bu|边 bian bien|柏 ber per bur pa|薄 bo
采 tse che ze|蔡 zai tsai|察 cha tsa|查 cha ja za|柴 chai cha|昌 chan|楚 chu|川 chwan|茨 ts z c|慈 z c|次 ts|聪 tson zon|车 che|彻 che
达 da ta|大 da|戴 day de dai|黛 da de di|代 de day|丹 dan den|旦 dan|但 dan|当 dan don|道 dow tau do|德 d de t der|得 d de|登 den ton don|邓 dun den dan|迪 di dy dee|狄 di de|蒂 ti te ty di|荻 di|帝 ti|丁 din tin ding|定 tin|杜 du do tu dew|都 du tu do|敦 ton dun don|顿 ton don den|多 do to dor|朵 do|铎 do|东 don ton|堆 dui|铁 tie
厄 er ur|俄 o|额 e|恩 n en ern|尔 l r er ll le|儿 r l|耳 r er|二 r
法 fa pha va|凡 van fan|范 van fan|梵 van|方 fon fan|费 fe fa fi fay|菲 phi fi fe|斐 fe phi|芬 fin fen phin|丰 fon|冯 von fon fun|弗 f v fr|夫 f v ff|福 fo for fa|佛 fo f ver|富 fu foo|傅 fu for|芙 f fe|甫 p f|坟 fen|妃 phi
盖 ge gay ga gue|干 gan|甘 gan can gam|冈 gan gon|刚 gon gan|高 go gau co|戈 go gor|哥 go co ger|歌 go|格 g ge gr|葛 gra ge g|根 gen gan ghan|贡 gon gun|古 gu goo ku|瓜 gua|关 gwan|圭 gui gue|桂 gwe|郭 go kwo|果 go|顾 gu|嘎 ga|伽 ga ka
哈 ha ja kha|海 hai hei he hay|汉 han|翰 han hn|杭 hun han|豪 hau ho how|好 ho|赫 h he her ch kh|黑 he|亨 hen han|洪 hon hun|侯 ho hou|胡 hu ju who|乎 hu|华 wa hua w|怀 whi wy wi|惠 we hui whi wi|霍 ho haw hor|河 ho|何 ho jo|贺 ho her he|宏 hon
基 ki key ke gi|吉 gi ji ki gy|姬 gi ki|季 gi ji|几 gi|加 ga ca ka|嘉 ga ca ka|迦 ga ka|贾 ja gia ga|简 jan jen gen|江 jan|姜 jan|杰 je ge gi j|捷 je ch|金 kin gin king|津 gin zin kin|京 kin gin|久 gu kyu|井 jin|焦 jo|晶 jin
卡 ka ca car cha|喀 ka kha|凯 kai kay kei cai|开 ke kai|坎 can cam kan|康 con com kan|考 cau cow ko|科 co ko ks|柯 co ko ke|可 co ko|克 k ck ke cr|肯 ken kin can|孔 con kon|库 cu ku coo|寇 co cou|夸 qua kua|奎 qui que|魁 qui|昆 quin kun cun|坤 kun quin|孔 kun kong|堪 cam can|侃 can|夸 kwa|括 qua
拉 la ra lla|腊 la ra|菈 la ra|莱 ly lai le re|来 le lai ry|赖 ri lai wri ly|兰 lan ran land lam|蓝 lan ram|朗 ron ran lan long|郎 ran lan|劳 lau rau law row|老 lau|勒 le l re ler|乐 le l lo|雷 re ra le ray|蕾 le re ra|里 ri ry li re|李 li ri lee|理 ri li|丽 li ry ri ly|利 li ly lee ri|莉 li ly ry|黎 li le|立 li ri|历 li|莲 len lyn lin|连 len lian|廉 liam lian|良 lian|列 le lie re|烈 le|林 lin rin lyn ling|琳 lin lyn rin|霖 lin|隆 lon ron lun long|龙 ron lon|卢 lu ru lou ro|鲁 ru lu roo rew|路 lu lew ru|露 lu ru l|璐 lu|吕 lu ly ru|律 lu|伦 ren lon ran lan|仑 lon len ron|罗 ro lo row rau|洛 lo ro law|萝 ro|略 lio|留 liu lew|刘 lew lu|柳 liu lyu|蕊 ri re
马 ma mar|玛 ma mar|麦 mac mc my me|迈 mi my mai|曼 man mann men|满 man|芒 man mon|茂 mo mau|毛 mau mo|莫 mo mor mu|默 mer m me mur|梅 may me mei mer|玫 me may|美 me mei|门 men man|蒙 mon mun mong|孟 mon mun man|米 mi me my|密 mi|蜜 mi|敏 min mun|明 min ming|缪 mu myu|谬 mu|姆 m mu ham|穆 mu moo mo|慕 mu mo|木 m mu|摩 mo mor|墨 mo mer|茉 mo|谟 mo|漠 mo|牧 mu
纳 na ner nar|娜 na|那 na|拿 na|南 nan|楠 nan|瑙 nau no|内 ne nay nei|奈 na nai ne|耐 nai|尼 ni ny ne nee|妮 ni ny ney|涅 ne nie|聂 ne nie|宁 nin ning nen|纽 new nu|钮 new|牛 new|努 nu noo|诺 no nor kno|挪 no|女 nu|农 non nun|娘 nian
帕 pa par|派 pai py pi pa|潘 pan pam|庞 pon pan|佩 pe pa pay per|裴 pe|彭 pen pon|朋 pon|皮 pi pe pea|匹 pi|平 pin ping|坡 po|珀 per pur po|普 p pu pr|浦 pu p|蒲 pu b|品 pin|帕 pa|波 po bo
奇 ch chi ge tch|齐 zi chi ci|其 chi ki zi|琪 chi ky gi|启 ki chi|契 che chi|恰 cha|乔 jo geo gio cho|切 che ce tche|钦 chin kin|沁 cin xin|琴 chin gin|青 chin|琼 jon joan|丘 chu kew|邱 chur chu|屈 chu|奇 chi|祁 ki chi|钱 chen|强 john jon|乾 chen|茜 cy ci si
然 jan|让 jean|热 je ge jer|仁 ren|任 ren|荣 jon ron|茹 ju roo|儒 ju jou|瑞 re ry ri ray|芮 ray re ri|若 jo ja|日 zh j ge dge|锐 re ray
萨 sa za|塞 se ce sa|赛 sai se si cy|桑 san son sam|瑟 se the thur ser|森 sen son ssen|沙 sha sa|莎 sa sha|山 shan san|珊 san sen son|杉 san|尚 chan shan jean|绍 shaw scho sho|舍 she che|申 shen|圣 sain san saint|施 sch sh shi|什 sh sch s|石 sh|史 s shi|士 s z|仕 s|世 shi|舒 shu schu|朔 sho|司 s|丝 s se|斯 s th z se|思 th s|松 son|宋 son|苏 su sou|素 su|索 so sor|孙 son sun|所 so|梭 so tho|臣 son sson|胜 son
塔 ta tar|他 ta|台 te tai|泰 ty tai te ta|坦 tan ten|谈 tam|汤 tom thom tan town|唐 don ton down dan|陶 tow tau to|特 t te tt ter|腾 ten ton|滕 ten|提 ti ty te|廷 tin ting|汀 tin ting|亭 tin|婷 tin|通 ton tun|同 ton|图 tu tou thu|土 tu|托 to tau tor|陀 to|吐 tu|脱 to|退 tui|妥 to
瓦 va wa|娃 wa va|万 van wan|旺 wan van|汪 wan van|威 wi vi we|薇 vi|葳 vi|韦 we way ve wei|维 vi wi ve vy|伟 we way|魏 wei ve|温 wen win vin|文 ven vin win|雯 ven|翁 on un|沃 wo wa vo wal|渥 wa wo|乌 u wu ou|伍 woo wu|武 wu|吴 wu|旺 wan|王 wan|沃 vo|瓮 on|窝 wo
西 si ci sy|希 hi she chi si|悉 si sy|锡 si cy|席 si schi|夏 sha cha|肖 sho scho|萧 shaw scho|谢 she se che shche|辛 sin cin hin|欣 hin sin shin|新 sin|休 hu hugh|修 hu siu|许 hu schu|雪 she shel|逊 son xon|喜 hi she|熙 si|夕 si|溪 si|璽 si|玺 si|兴 hin|信 sin
雅 ya ja ia|亚 ia a ya ja|扬 yan jan|杨 yan jan young|洋 yan|耶 ye je ier|叶 ye ie je|野 ye|伊 i e ea y|依 i e|怡 i y|易 i|英 in ing en|因 in yn|茵 in ine|印 in|殷 in|尤 yu ju eu|约 jo yo jor|优 yu eu|尤 u|于 hu u|宇 yu|云 yun win|永 yun yon|元 yuan|育 yu|雍 yun jon|鄂 o|岳 yue|荫 in
扎 za ja cha|札 za|赞 zan san xan|藏 zan|泽 ze za tse|曾 zen tsen|詹 jam jan chan ja|章 john jon jan|张 jon jan|哲 j ge zhe|者 je|珍 jean gen jan|真 jen gin|治 ge gi|芝 ge chi|志 ge|兹 z ds ts s|子 tz z|滋 z|朱 ju zu|茱 ju|卓 dro jo cho tro|佐 zo so jo|祖 zu su zou|尊 john jon|宗 zon|仲 john jon|左 zo|忠 jon|中 jon|查 cha
戎 ron|浓 non|欣 sin|峇 ba|末 mat mad|哇 wa va|摩 mo|娥 o|妲 da|媞 ti|尊 zun|嫩 nen|暖 nuan|曹 tsau|岑 sen|彰 jan|昭 jo|肇 jo|仁 ren|仙 sian|仰 yan|夷 i|姿 z|宾 bin|廖 lio|蓓 be|塔 ta|苔 te|苏 soo|倪 ni ne|淑 su|瑶 yo|纪 gi|钟 jon|阮 nguyen|难 nan|韩 han|浩 how ho|默 mo|骆 lo ro|慧 whe|尧 yo|乍 cha za|玉 yu|诗 s|秀 su|瑰 gue|翠 tri|叡 re|谭 tam tan|瞿 ju|歇 she|达 dha|班 bun ben|桥 jo|端 tuan|胥 su|培 pe|培 pei|珮 pe|漂 pio|谛 ti|妍 ian|捏 ne|汶 ven|焕 huan|仓 tsan|尹 in|尹 yin|尼 nney|努 nou|乃 ne|特 tte|倩 chian|烏 u|奴 nu|纽 niu|苗 mio|庆 chin|侬 non|咪 mi`;

export const FOREIGN_CHARACTERS: ReadonlyMap<string, readonly string[]> = table();

function table(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const row of rows.trim().split(/[|\n]/)) {
    const [character, ...sounds] = row.split(' ');
    found.set(character!, [...new Set([...(found.get(character!) ?? []), ...sounds])]);
  }
  return found;
}
