/**
 * How Chinese names of Singapore, Malaysia, Indonesia and the Philippines are spelt: Hokkien and Teochew first, then
 * Hakka and local habits. No standard exists, so one character has several spellings. Simplified forms.
 */
const rows = `
tan:陈 lim:林 ng:黄吴 ong:王翁黄 lee:李 goh:吴 go:吴 chua:蔡 chuah:蔡 teo:张赵 teoh:张 tiong:张 cheong:张章昌 chong:张庄钟曾 koh:许高辜 khor:许 kho:许 ko:高 tay:郑戴 tee:郑戴池 teh:郑 the:郑 yeo:杨姚 yong:杨勇荣永 yeong:杨 low:刘罗卢 loh:罗卢刘骆 loo:卢吕 lau:刘
chia:谢 cheah:谢 seah:谢 sia:谢 siah:谢 sim:沈心 shim:沈 sum:沈岑心 toh:杜卓 quek:郭 kwek:郭 kuek:郭 kek:郭 kueh:郭 kok:郭国 ang:洪红翁汪 foong:冯凤丰 chew:周赵秋 chow:周朝 chiu:邱周秋 chiew:周 phua:潘 pua:潘 phoon:潘 poh:傅宝保 pow:保宝 soh:苏 saw:苏 soo:苏
neo:梁娘 nio:梁娘 leong:梁良亮龙 liong:梁龙 liang:梁良亮 gan:颜简 ngan:颜 khoo:邱丘 khu:邱 kew:邱 hew:丘邱 khew:邱 hiew:邱 png:方冯 fong:方芳 peh:白 pek:白碧 liew:刘廖 lew:刘 liao:廖 leow:廖 liau:廖 ooi:黄伟 oei:黄 wee:黄伟威 hng:黄园远 oon:温云文 woon:温云 voon:温 pang:彭冯 phang:彭芳
yap:叶业 yeap:叶 ip:叶 lai:赖黎来丽 lye:赖黎来 loi:黎来雷 gwee:魏 goi:魏 ngui:魏 kua:柯 kwa:柯 quah:柯 kuah:柯 see:施薛史 sit:薛 siek:薛 seet:薛 sng:孙 soon:孙顺 sun:孙 tng:唐汤 thng:汤唐 tang:邓陈董东 teng:邓丁庭廷鼎定亭 geh:倪 ngoi:倪艾 chan:陈曾 chin:陈秦进珍真振镇千 tsen:曾 choy:蔡财 chai:蔡财才 chye:蔡财才再 tsai:蔡
ho:何和 hoe:何和 hor:何和 kang:江康姜 kong:江孔光广功公 kee:纪基奇祺琪记 loke:陆骆 lok:陆骆 lock:陆骆 looi:雷吕 lui:吕雷 mah:马 beh:马麦 bay:马 mok:莫 bok:莫木 mak:麦 nah:蓝 lam:蓝林南琳 oh:胡 foo:胡符富傅夫 woo:胡邬巫 ow:欧区 au:欧区 aw:欧胡 seow:萧秀 siow:萧 siew:萧秀修小 siau:萧
song:宋松 sung:宋 tham:谭谈 tam:谭 thio:张 thia:程 ching:程清静正 tong:董唐东栋同 thong:汤唐 tung:董东 choo:朱珠 chu:朱珠 chng:庄 cheung:张章 chiang:蒋江昌章强 chiam:詹 chio:石 sek:石锡 eng:应永荣英颖莹 er:余鱼 ee:余义仪怡宜意 eu:余友 yee:余仪怡宜义 fan:范 huan:范 han:韩汉 hang:韩汉 hii:许 hui:许辉慧惠 how:侯 hau:侯孝
chung:钟忠中仲 choong:钟忠中仲聪 kan:简甘 kam:甘金锦 kim:金锦琴 gim:金锦 keong:姜强 khong:孔康 koo:古顾辜 kuan:关官权冠 kwan:关官权坤 quan:关 lian:连莲联 lien:连莲联 leng:龙玲龄灵凌 boey:梅 moey:梅妹 mui:梅妹 szeto:司徒 tai:戴大泰 thai:泰 chay:郑 tio:赵 tuan:段端 boo:巫武 yim:严任 giam:严 ngiam:严 yam:任严 jim:任詹 yeow:姚友 yau:姚友邱 yew:姚友有游幼 yow:姚
yin:尹银莹燕仁 yun:尹云运芸 un:尹云温 yuen:袁阮源元婉媛 yuan:袁源元园远 wan:温袁婉媛云 ah:亚阿 aik:益易奕 ek:益奕易 yik:益易 ann:安 bee:美 bi:美碧 beng:明铭炳 meng:明铭孟 ming:明铭 boon:文 mun:文敏 man:文满万敏 buan:满万 seng:成胜生声盛升星清诚 cheng:清正贞静成钟程 chee:志致智芝治池徐 chih:志智致 chek:泽 chang:昌张曾 kiat:杰吉洁 keat:杰吉洁 kit:杰洁 kiet:杰 jit:日
choon:春俊准 chun:春俊 choh:祖楚 chor:祖楚曹 chao:朝超 teow:朝潮 chuan:泉全传川 chuen:泉全传 chwee:水翠 chui:水翠 swee:水瑞 sui:瑞水 shui:水瑞 wing:永荣 weng:永荣翁 ngee:义宜 gee:义仪宜 fatt:发 fah:花发 huat:发 hoo:富胡符 hong:芳丰鸿宏弘洪红风 hoong:鸿宏洪雄 hung:鸿洪雄红 hock:福学 hok:福学鹤 fook:福 fu:富符 geok:玉 gek:玉 yoke:玉 nyuk:玉 giok:玉 giap:业
guan:元源原阮 nguan:元源 goan:元源 gwan:元源 guat:月 goat:月 yoot:月 hai:海 hoi:海开 hye:海 heng:兴庆亨恒衡王邢 hing:兴庆卿 hee:喜希禧熙许 hian:贤显宪 hien:贤显 hean:贤显轩 hin:贤显兴轩欣 hiong:雄香 heong:香雄 hiang:香 hak:学 hwang:黄煌 hooi:辉慧惠 hwee:辉慧惠 fui:辉 wai:伟威卫维慧 hwa:华花 wah:华 hua:华花 jin:仁进 yan:仁恩燕 joo:裕如 yu:裕如宇余 joon:润俊 yoon:润云运 kah:家嘉佳 kar:家嘉佳
khai:开凯 kai:开凯佳 keng:庆景敬经琼卿 king:庆景敬 kheng:庆卿 kiang:强 kiong:强恭 khim:琴钦 khoon:坤昆 kun:坤昆 koon:坤权冠官 kian:建健坚 kien:建健坚 kean:建健 kin:建健勤 keen:勤健 khiang:强 kwong:光广 kwang:光广 guang:光广 kuang:光 kooi:贵桂 kwee:贵桂 kui:贵桂 quee:贵桂 kwai:贵 kuen:权 lan:兰 lang:兰 lay:丽礼 ley:丽 li:丽莉利理 len:莲 leen:莲 lean:莲 ling:玲龄灵凌岭 lin:玲琳麟
lip:立 lap:立 lee:莉利理丽吕黎 loong:龙隆伦 long:龙隆 loon:伦麟 lun:伦 may:美梅 mooi:梅妹 moi:梅妹 min:敏民闽 bin:敏民 minn:敏 nam:南楠 lum:林 nan:南楠 nee:妮尼 ngoh:娥五 peck:碧 phek:碧 pik:碧 phaik:碧 pei:佩培 pui:佩沛培 pooi:佩沛培 puay:佩培 poey:佩 peng:平萍炳鹏彬 ping:平萍 pheng:平炳鹏 pin:彬 piow:彪标 piew:彪标 piau:彪标 sai:世西 say:世西 se:世 sze:世思诗 shan:珊山 suan:璇珊山 san:山珊三
seck:锡 siak:锡 sing:成星声 shin:新欣信辛 sin:新信欣辛 sok:淑 seok:淑 sook:淑 suk:淑 siang:祥翔湘香 seong:祥翔湘 siong:松祥翔湘雄 xiang:祥 hsien:贤显先 sien:先贤仙 sian:仙先贤善 suat:雪 suet:雪 set:雪 tak:德 teck:德泽 tek:德 tuck:德 tet:德 tat:达 dat:达 ting:庭廷婷定陈丁 thiam:添 tiam:添 tim:添 thian:天 tian:天 thien:天 tien:天添 tiew:朝赵 uan:婉 wei:伟威维惠 yang:阳扬洋杨 yen:燕艳彦妍 yean:燕妍 ian:燕彦
yeu:友有 yeok:玉 ying:英莹颖银 ing:英荣永 yung:荣勇容永 yoong:荣勇容雄 yip:业叶 gaik:玉 soo:素淑思 su:素 sow:素秀 kheong:强 kuang:光 hiok:旭育 heok:旭 yok:旭 oi:爱 ai:爱 eik:益 hup:合 hap:合 ghim:锦金 gin:银 ngin:银 guek:月玉 leck:力历 lek:力 leh:丽 liat:烈列 liak:力略 kwok:国郭 kuo:国郭 thye:泰 tye:泰大 toon:端敦 tun:敦 nyan:元源 yit:一日逸 it:一 sam:三 si:四思诗 sih:施 see:诗思`;

export const SOUTH_EAST_ASIAN: ReadonlyMap<string, readonly string[]> = table();

function table(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const row of rows.trim().split(/\s+/)) {
    const [spelling, characters] = row.split(':');
    for (const character of characters!) {
      const known = found.get(character) ?? [];
      if (!known.includes(spelling!)) found.set(character, [...known, spelling!]);
    }
  }
  return found;
}
