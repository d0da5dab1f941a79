const table = (rows: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    rows
      .trim()
      .split(/\s+/)
      .map((row) => {
        const [written, read] = row.split(':');
        return [written!, read!.split(',')] as const;
      }),
  );

/** Readings of common Japanese family names, Hepburn without long vowels. */
export const JAPANESE_SURNAMES =
  table(`佐藤:sato 鈴木:suzuki 高橋:takahashi 田中:tanaka 伊藤:ito 伊東:ito 渡辺:watanabe 渡邊:watanabe 渡部:watanabe 山本:yamamoto 中村:nakamura 小林:kobayashi 加藤:kato 吉田:yoshida 山田:yamada 佐々木:sasaki 山口:yamaguchi 松本:matsumoto
  井上:inoue 木村:kimura 林:hayashi 斎藤:saito 斉藤:saito 齋藤:saito 清水:shimizu 山崎:yamazaki,yamasaki 森:mori 池田:ikeda 橋本:hashimoto 阿部:abe 安倍:abe 石川:ishikawa 山下:yamashita 中島:nakajima,nakashima 石井:ishii 小川:ogawa 前田:maeda 岡田:okada 長谷川:hasegawa 藤田:fujita 後藤:goto
  近藤:kondo 村上:murakami 遠藤:endo 青木:aoki 坂本:sakamoto 福田:fukuda 太田:ota 西村:nishimura 藤井:fujii 金子:kaneko 岡本:okamoto 藤原:fujiwara 三浦:miura 中野:nakano 中川:nakagawa 原田:harada 松田:matsuda 竹内:takeuchi 小野:ono 田村:tamura 中山:nakayama 和田:wada 石田:ishida 森田:morita
  上田:ueda 原:hara 内田:uchida 柴田:shibata 酒井:sakai 宮崎:miyazaki 横山:yokoyama 高木:takagi 安藤:ando 宮本:miyamoto 大野:ono 小島:kojima 工藤:kudo 谷口:taniguchi 今井:imai 高田:takada 増田:masuda 丸山:maruyama 杉山:sugiyama 村田:murata 大塚:otsuka 新井:arai 小山:koyama 平野:hirano 藤本:fujimoto
  河野:kono 上野:ueno 野口:noguchi 武田:takeda 松井:matsui 千葉:chiba 菅原:sugawara 岩崎:iwasaki 久保:kubo 木下:kinoshita 佐野:sano 野村:nomura 松尾:matsuo 市川:ichikawa 菊地:kikuchi 菊池:kikuchi 杉本:sugimoto 古川:furukawa 大西:onishi 島田:shimada 水野:mizuno 桜井:sakurai 櫻井:sakurai 高野:takano 渡辺:watanabe
  吉川:yoshikawa 山内:yamauchi 西田:nishida 飯田:iida 西川:nishikawa 小松:komatsu 北村:kitamura 安田:yasuda 五十嵐:igarashi 川口:kawaguchi 平田:hirata 関:seki 中田:nakata,nakada 久保田:kubota 服部:hattori 東:azuma,higashi 岩田:iwata 土屋:tsuchiya 川崎:kawasaki 福島:fukushima 本田:honda 辻:tsuji 樋口:higuchi 秋山:akiyama
  田口:taguchi 永井:nagai 中西:nakanishi 吉村:yoshimura 川上:kawakami 石原:ishihara 大橋:ohashi 松岡:matsuoka 馬場:baba 浜田:hamada 森本:morimoto 矢野:yano 浅野:asano 松下:matsushita 星野:hoshino 大久保:okubo 吉岡:yoshioka 小池:koike 野田:noda 荒木:araki 大谷:otani 松浦:matsuura 熊谷:kumagai 黒田:kuroda 尾崎:ozaki
  永田:nagata 川村:kawamura 望月:mochizuki 松村:matsumura 田辺:tanabe 荒井:arai 菅:kan,suga 鳩山:hatoyama 小泉:koizumi 麻生:aso 岸田:kishida 石破:ishiba 岸:kishi 佐々:sasa 細川:hosokawa 羽田:hata 村山:murayama 宮沢:miyazawa 宮澤:miyazawa 海部:kaifu 宇野:uno 竹下:takeshita 中曽根:nakasone 大平:ohira 三木:miki 田原:tahara 茂木:motegi 林田:hayashida 枝野:edano 玉木:tamaki 志位:shii 福沢:fukuzawa 東条:tojo 近衛:konoe 吉野:yoshino 麻原:asahara 松永:matsunaga`);

/** Readings of common Japanese given names. */
export const JAPANESE_GIVEN =
  table(`太郎:taro 一郎:ichiro 二郎:jiro 次郎:jiro 三郎:saburo 健:ken,takeshi 健一:kenichi 健二:kenji 健太:kenta 誠:makoto 隆:takashi 浩:hiroshi 博:hiroshi 弘:hiroshi 宏:hiroshi 浩一:koichi 浩二:koji 明:akira 昭:akira 彰:akira 修:osamu 学:manabu 豊:yutaka 茂:shigeru 正:tadashi 忠:tadashi 勝:masaru 進:susumu 清:kiyoshi 勇:isamu 稔:minoru 実:minoru 昇:noboru
  和夫:kazuo 一夫:kazuo 正夫:masao 幸夫:yukio 由紀夫:yukio 邦夫:kunio 文雄:fumio 晋三:shinzo 純一郎:junichiro 直人:naoto 佳彦:yoshihiko 義偉:yoshihide 康夫:yasuo 茂:shigeru 栄作:eisaku 信介:nobusuke 信二:shinji 康弘:yasuhiro 角栄:kakuei 武夫:takeo 善幸:zenko 正芳:masayoshi 俊樹:toshiki 喜一:kiichi 富市:tomiichi 龍太郎:ryutaro 恵三:keizo 喜朗:yoshiro
  英機:hideki 秀樹:hideki 英樹:hideki 孝:takashi 剛:tsuyoshi,takeshi 武:takeshi 毅:tsuyoshi,takeshi 猛:takeshi 聡:satoshi 智:satoshi 哲也:tetsuya 達也:tatsuya 直樹:naoki 大輔:daisuke 翔:sho 翔太:shota 拓也:takuya 雄一:yuichi 裕二:yuji 雄二:yuji 真一:shinichi 慎一:shinichi 正義:masayoshi 正人:masato 雅人:masato 和也:kazuya 恵子:keiko 京子:kyoko 洋子:yoko 幸子:sachiko,yukiko 和子:kazuko
  陽子:yoko 裕子:yuko,hiroko 優子:yuko 由美子:yumiko 美智子:michiko 智子:tomoko 直子:naoko 久美子:kumiko 真紀子:makiko 百合子:yuriko 節子:setsuko 房子:fusako 明美:akemi 美香:mika 愛:ai 舞:mai 蓮舫:renho 雅子:masako 紀子:noriko,kiko 愛子:aiko 徳仁:naruhito 明仁:akihito 裕仁:hirohito 文仁:fumihito 智津夫:chizuo 彰晃:shoko 俊一:shunichi 敏充:toshimitsu 太:futoshi 守:mamoru 亨:toru 徹:toru 透:toru 茂雄:shigeo 秀雄:hideo 英雄:hideo 良一:ryoichi 良子:ryoko`);
