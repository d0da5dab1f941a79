/** Usual romanisations of common names in Hebrew letters; the first is the main one. */
export const HEBREW_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  `אברהם avraham abraham|אהרן aharon aaron|אהוד ehud|אביגדור avigdor|אבי avi|אבן even|אורי uri ori|אורלי orly|אילן ilan|איתן eitan eytan|אלי eli|אליהו eliyahu elijah|אליעזר eliezer|אלכסנדר alexander aleksandr|אמיר amir|אמנון amnon|אסתר ester esther|אפרים efraim ephraim
אריאל ariel|אריה arye aryeh|אנה anna|אנדריי andrei andrey|אלברט albert|אדם adam|בן ben|בנימין binyamin benjamin|בנצי bentzi|ברוך baruch barukh|בצלאל bezalel|גבריאל gavriel gabriel|גדעון gideon gidon|גד gad|גיל gil|גלעד gilad|גולדה golda|גאולה geula|דוד david|דן dan|דניאל daniel|דליה dalia dalya|דרור dror|דורון doron|דב dov|דבורה dvora deborah
זאב zeev|זבולון zevulun|חיים chaim haim hayim|חנה hana hanna chana|חנן hanan|חוסיין hussein|חמד hamad|טלי tali|טומי tommy|יאיר yair|יגאל yigal|יהודה yehuda judah|יהושע yehoshua joshua|יואב yoav|יואל yoel joel|יוסי yossi|יוסף yosef joseph yusuf|יונתן yonatan jonathan|יורם yoram|יעל yael|יעקב yaakov jacob yaacov|יצחק yitzhak isaac yitzchak itzhak|יריב yariv
ירון yaron|ישראל yisrael israel|ישראלי israeli|ישעיהו yeshayahu isaiah|כהן cohen kohen|כץ katz|כרמל carmel|לאה lea leah|לוי levi levy|לימור limor|לב lev|מאיר meir|מיכאל michael mikhael|מיכל michal|מירי miri|מנחם menachem menahem|מרים miriam|משה moshe moses|מרדכי mordechai|מרטין martin|מריה maria|מוחמד muhammad mohammed|מחמוד mahmoud|נחום nahum nachum
נועם noam|ניר nir|נתן natan nathan|נתניהו netanyahu|נפתלי naftali|סילבן silvan|סופיה sofia|עדי adi|עוזי uzi|עופר ofer|עומר omer omar|עמוס amos|עמיר amir|ענת anat|עלי ali|עבדאללה abdullah|עבאס abbas|עזרא ezra|עיסאווי issawi|פנחס pinchas pinhas|פואד fuad|פרץ peretz|פול paul|פיטר peter|פייר pierre|ציפי tzipi|צבי zvi tzvi|צחי tzachi
קרלוס carlos|קארל karl|ראובן reuven reuben|רבקה rivka rebecca|רון ron|רוני roni|רחל rachel rahel|רמי rami|רן ran|רפאל rafael raphael|רות ruth rut|רוברט robert|שאול shaul saul|שלום shalom|שלמה shlomo solomon|שמואל shmuel samuel|שמעון shimon simon|שי shai|שרה sara sarah|שרון sharon|שולמית shulamit|תמר tamar|תומר tomer|גון john|Jון john|JורJ george|Jוזף joseph|Jיימס james|Jפרי jeffrey|Jק jack|Jיי jay|ויליאם william|ולדימיר vladimir|מייקל michael|נטליה natalia|סרגיי sergei
פרנסואה francois|Zאן jean|Zוזה jose|Zואאו joao|צ'רלס charles|Cרלס charles|Cארלס charles|זאן jean|חואן juan|חוסה jose|הנרי henry|היילמריו|אובמה obama|ברק barak barack|פרס peres|רבין rabin|גולן golan|מזרחי mizrahi|פרידמן friedman|שוורץ schwartz|רוזנברג rosenberg|גולדברג goldberg|ברקת barkat|גרשון gershon|סטרוק strook|חליל khalil`
    .split(/[|\n]/)
    .map((row) => {
      const [name, ...spellings] = row.split(' ');
      return [name!, spellings] as const;
    })
    .filter(([, spellings]) => spellings.length > 0),
);
