import { byCharacter } from './by-character.ts';

/**
 * Readings of Han characters that are usual in names, by reading: Cantonese as spelt in Hong Kong, and Sino-Korean in
 * Hangul. Mandarin comes from elsewhere, but for family names that are read otherwise than the same character in a word.
 * Both simplified and traditional forms.
 */

export const MANDARIN_SURNAMES =
  byCharacter(`zeng:曾 qiu:仇 ou:区區 shan:单單 xie:解 ren:任 zha:查 ge:盖蓋 yue:乐樂 piao:朴 she:折 bi:秘 chong:种 mo:万 yu:尉 nie:乜 guo:过 qin:覃 hua:华華 ning:宁甯 shao:召
  ying:应應 bu:卜 fu:缪 xian:冼 ji:纪紀 xing:行 zhai:翟`);
/** Characters whose commonest reading in names is not the one a dictionary lists first. */
export const MANDARIN_NAMES = byCharacter(
  'xing:行 zhong:重 le:乐 chang:长長 chao:朝 hang:航 ke:可 ze:泽澤 yu:育 shen:沈 ying:瑛 fo:佛 jun:骏俊 shi:什 jia:伽',
);

export const LONG_SURNAMES = new Set(
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 司徒 夏侯 东方 東方 端木 独孤 獨孤 南宫 南宮 长孙 長孫 宇文 闻人 聞人 淳于 太史 申屠 范姜 張簡'.split(
    ' ',
  ),
);

export const CANTONESE =
  byCharacter(`chan:陈陳 wong:黄黃王汪旺 cheung:张張章璋祥 lee:李 leung:梁良亮 ho:何可豪好浩 lam:林琳 ng:吴吳伍悟 cheng:郑鄭 tang:邓鄧 lau:刘劉柳 choi:蔡 tsang:曾 tse:谢謝 chow:周邹鄒 chu:朱 lo:罗羅卢盧勞 ma:马馬 so:苏蘇
  tam:谭譚 kwok:郭国國 yeung:杨楊 yip:叶葉业業 fung:冯馮锋鋒丰豐 hui:许許 yu:余俞于如 kwan:关關君均军軍坤 law:罗 to:杜涛濤陶 siu:萧蕭小兆绍紹 pang:彭鹏鵬 poon:潘 mak:麦麥 wan:温溫尹云雲 ip:叶 tsui:徐 yuen:袁阮源婉元 lai:黎赖賴丽麗 lui:吕呂 mok:莫 tong:唐汤湯棠 lok:骆駱乐樂
  sin:冼先倩善 hung:洪孔雄红紅 kong:江光刚剛港 shum:岑沈 kan:简簡勤根 fong:方 hon:韩韓汉漢 au:区區欧歐 yau:邱丘游有 kam:甘金锦錦 ching:程正清静靜靖 fan:范樊 sung:宋崇 suen:孙孫 wai:韦韋伟偉卫衛威惠慧维維 ko:高 yiu:姚耀 siu:肖 tin:田天 tsoi:蔡 hau:侯厚孝 mui:梅妹 mo:毛武 pui:佩沛贝貝培 po:宝寶保 ping:平炳萍
  man:文民敏雯万萬 ming:明铭銘 kin:健建坚堅 kit:杰傑洁潔 kwong:广廣邝鄺光 lung:龙龍 ling:玲灵凌零铃 mei:美 mun:敏满滿 nga:雅 oi:爱愛 sau:秀修寿壽 shing:成胜勝诚誠城盛 shuk:淑 suet:雪 sum:心深 sze:诗詩思司斯 tai:大泰戴 tak:德 tat:达達 ting:廷婷庭丁 tsz:子梓 tung:东東同通董 wa:华華 wah:画 wing:永荣榮泳颖穎咏
  yan:欣恩仁人殷甄 yat:一日逸 yee:仪儀怡义義宜 yi:以意 yin:燕妍然贤賢 ying:英映盈 yuk:玉 yung:勇蓉翁 hei:希喜曦 hin:显顯轩軒 him:谦謙 hoi:海开開 ka:家嘉加 kai:启啟继繼佳 kei:奇琪其 ki:基纪 kiu:乔喬桥 kuen:权權娟 kwai:贵貴桂 chi:志智之芝 chin:展钱錢 chiu:超赵趙昭朝 chun:春俊振进進 chuen:全泉传傳 chung:钟鍾仲忠聪聰松宗 fai:辉輝
  fat:发發法 fu:富夫虎傅 fuk:福 kwun:冠 hang:恒恆行幸衡 shan:珊山 ann:安 on:安 bik:碧 bing:冰 cho:祖楚 lap:立 mau:茂 nam:南楠 ngai:艺藝倪毅 ngan:颜顏雁 sang:生 sai:世 shek:石 sheung:双雙常 sik:锡錫 ying:应應 tsun:俊 yue:宇 yuet:月越 lun:伦倫 lik:力 luk:陆陸 hing:庆慶兴興 kok:觉覺 lan:兰蘭 lin:莲蓮连連 mak:墨 miu:妙苗 wo:和 wu:胡湖 yam:任 choy:才财`);

export const KOREAN =
  byCharacter(`김:金 이:李 박:朴博 최:崔 정:鄭郑丁正貞贞靜静晶廷庭政定程精井 강:姜强強康剛刚江 조:趙赵曹祚朝 윤:尹潤润允胤 장:張张章莊庄長长璋 임:林任 한:韓韩漢汉翰 오:吳吴五午 서:徐瑞西書书序 신:申辛新信伸 권:權权 황:黃黄 안:安 송:宋松 류:柳劉刘 전:全田錢钱典 홍:洪弘紅红鴻鸿 고:高
  문:文門门 양:梁楊杨陽阳良 손:孫孙 배:裵裴培 백:白伯百 허:許许 남:南男 심:沈心深 노:盧卢魯鲁 하:河夏 곽:郭 성:成星聖圣盛誠诚城性 차:車车 주:朱周柱珠州 우:禹于宇雨佑祐友 구:具丘九求 민:閔闵敏民玟 진:陳陈秦眞真振珍鎭镇晉晋 지:池智志芝知枝之 엄:嚴严 채:蔡 원:元源遠远媛 천:千天泉川 방:方房邦 공:孔公 현:玄賢贤鉉显顯鉉炫
  함:咸 변:卞邊边 염:廉 여:呂吕汝麗丽 추:秋 도:都道度 소:蘇苏小 석:石錫锡碩硕奭 선:宣善先鮮鲜 설:薛雪 마:馬马 길:吉 연:延蓮莲妍然 위:魏威偉伟 표:表 명:明命 기:奇基琪起紀纪 왕:王 금:琴今錦锦 옥:玉 육:陸陆 인:印仁寅 영:永英榮荣泳映暎 수:秀洙守壽寿水 철:哲喆鐵铁 일:一日逸鎰 은:恩銀银殷 희:熙姬喜 경:京慶庆景敬卿炅 미:美
  숙:淑 순:順顺淳 자:子慈 혜:惠慧 화:花和華华 준:俊準准濬峻 호:浩虎鎬昊湖好 훈:勳勋勛訓训 재:在宰載载才再 태:泰太兌 상:相尙尚商祥 동:東东同棟栋童 종:鍾钟宗鐘種 중:重中仲 창:昌昶蒼 병:炳丙秉兵 승:承勝胜昇升 덕:德 혁:赫革爀 근:根近 규:圭奎珪規规 균:均 용:龍龙用勇容鎔 룡:龍 식:植軾 의:義义儀 헌:憲宪獻献
  범:範范凡 섭:燮 열:烈悅悦 환:煥焕桓 완:完 관:寬宽觀 광:光廣广 건:建健乾 국:國国 갑:甲 겸:謙谦 보:甫寶宝普 대:大 두:斗 무:武茂 학:學学鶴鹤 해:海 향:香 효:孝曉晓 리:利里 린:麟 웅:雄 운:雲云 욱:旭郁煜 익:益翼 제:濟济齊帝 찬:燦灿贊赞 필:弼必 형:亨炯衡形 춘:春 충:忠 택:澤泽 평:平 풍:豐丰 만:萬万晩 모:模毛 복:福 부:富夫
  비:飛飞丕 사:史思 삼:三 생:生 세:世 시:時时始 실:實实 안:安 애:愛爱 언:彦 업:業业 예:藝艺禮礼 유:裕有柔兪俞庾劉 율:律 을:乙 응:應应 익:益 장:張 절:節节 점:點 집:集 청:清淸靑青 총:聰聪 치:治致 칠:七 탁:卓 팔:八 한:韓 항:恒 행:幸 회:會会 봉:奉鳳凤逢峰峯 륜:倫伦
  래:來来 계:桂啓启季 곤:坤 식:式埴 여:如 월:月 각:珏覺觉 령:玲 란:蘭兰 련:鍊 빈:彬斌 흥:興兴 람:藍 로:魯 연:然鍊 숭:崇 근:槿 기:箕驥 재:栽 병:昺 흠:欽钦 신:愼慎 윤:鈗 록:祿綠 태:台 룡:竜 종:從 남:楠 단:丹端 내:內乃 도:導 선:璿 언:言 옥:鈺 복:馥 영:寧宁 재:財 혁:奕 현:絢 형:馨瑩 훤:萱 효:涍`);
