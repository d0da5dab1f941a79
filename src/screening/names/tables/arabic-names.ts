/**
 * Usual romanisations of names in Arabic script, which leaves the short vowels out. They are common given names, kunya
 * parts, nisbahs and the words that build names in Arabic, Persian, Urdu and Pashto. The first spelling is the main one. Keys are in the form of `bareArabic`.
 */
export const ARABIC_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  `حزب hizb hezb|محمد muhammad mohammed mohamed mohammad|احمد ahmad ahmed|محمود mahmoud mahmud mehmood|حامد hamid hamed|حميد hamid hameed|حمد hamad
حمود hamoud hammoud|مصطفي mustafa mostafa moustafa|علي ali|حسن hassan hasan|حسين hussein husayn hossein hussain|فاطمه fatima fatemeh fatimah|زينب zainab zaynab zeinab
عمر omar umar|عمرو amr amro|عثمان uthman othman osman|ابوبكر abubakr aboubakar|بكر bakr|خالد khalid khaled|طارق tariq tarek tareq|زياد ziyad ziad|سعد saad saeed|سعيد said saeed saied
سعود saud saoud|مسعود masoud massoud masud|سليمان suleiman sulayman soleyman suleman|سلمان salman|سالم salem salim|سليم salim saleem|سلام salam|مسلم muslim moslem|ابراهيم ibrahim ebrahim
اسماعيل ismail esmail|اسحاق ishaq eshaq|اسحق ishaq|يعقوب yaqub yaqoob yacoub|يوسف yusuf yousef yousuf youssef|موسي musa mousa moussa|عيسي isa issa eisa|يحيي yahya yahia|زكريا zakariya zakaria
داود dawud daoud dawood davood|داوود davood dawud|هارون harun haroun|ادريس idris idriss|انور anwar anvar|انس anas|ايمن ayman aiman|ايوب ayyub ayub ayoub|اسامه usama osama|اسد asad assad
الياس ilyas elias|امين amin ameen|امير amir emir|اكرم akram|اكبر akbar|اصغر asghar|اشرف ashraf|بلال bilal belal|بشار bashar|بشير bashir bachir|باسم basim bassem|بدر badr|بندر bandar|برهان burhan borhan
تركي turki|توفيق tawfiq toufic tawfik|تيسير taysir|ثامر thamer thamir|جابر jabir jaber|جاسم jasim jassem|جعفر jafar jaafar|جلال jalal|جمال jamal gamal|جميل jamil jameel|جهاد jihad|جواد jawad javad
حاتم hatim hatem|حاجي haji hajji|حازم hazim hazem|حافظ hafiz hafez|حبيب habib|حسام husam hossam|حسني husni hosni|حسان hassan|حق haq haqq|حقاني haqqani haqani|حكمت hikmat hekmat|حمدان hamdan|حمزه hamza hamzah
حنان hanan|حيدر haidar haydar heydar|خليل khalil|خليفه khalifa|خضر khidr khodr khader|خميس khamis|خان khan|خميني khomeini khumayni|خامنهاي khamenei|ذو dhu zu|ذوالفقار zulfiqar zulfikar|راشد rashid rashed|رشيد rashid rasheed
رجب rajab rajb|رحمن rahman|رحيم rahim|رحمان rahman|رزاق razzaq razaq|رسول rasul rasool|رضا reza rida ridha raza|رفيق rafiq rafik|رمضان ramadan ramazan|رمزي ramzi|رياض riyad riad|روحاني rouhani ruhani|ريم reem rim
زايد zayed zaid|زاهد zahid zahed|زهير zuhayr zuhair|زيد zayd zaid|زين zayn zain zein|ساره sara sarah|سامي sami|سامر samir samer|سمير samir sameer|سهيل suhail suhayl|سلطان sultan|سيف saif sayf seif|سيد sayyid sayed syed seyed
شاه shah|شريف sharif sherif|شفيق shafiq|شكري shukri shokri|شيخ sheikh shaykh|شهيد shahid|شوقي shawqi|صادق sadiq sadegh sadeq|صالح salih saleh|صباح sabah|صدام saddam|صديق siddiq sadiq|صلاح salah|صفوان safwan|ضياء diya zia
ضيا zia diya|طالب talib taleb|طاهر tahir taher|طه taha|ظاهر zahir|ظواهري zawahiri|عادل adil adel|عارف arif aref|عاصم asim asem|عامر amir amer|عباس abbas|عبد abd|عبدالله abdullah abdallah|عبداله abdullah abdallah|عبيد ubayd obaid
عدنان adnan|عدي uday udayy|عراقي iraqi|عز izz ezz|عزت izzat ezzat|عزيز aziz|عصام isam essam|عطيه atiyah attia|علاء ala alaa|علا ala alaa|علاوي allawi|عليم alim|عماد imad emad|عمار ammar|عواد awad|عوض awad|غازي ghazi|غسان ghassan
غلام ghulam gholam|فادي fadi|فارس faris fares|فاروق faruq farouk farooq|فؤاد fuad fouad|فواد fuad fouad|فتحي fathi fethi|فتاح fattah|فرج faraj farag|فرحان farhan|فريد farid fareed|فضل fadl fazl|فهد fahd fahad|فيصل faisal faysal feisal
قادر qadir kader|قاسم qasim qassem kassem ghasem|قذافي qadhafi gaddafi kadhafi|قدوس quddus qudus|قطري qatari|قمر qamar|كامل kamil kamel|كاظم kazim kadhim kazem|كريم karim kareem|كمال kamal|لطيف latif|لطفي lutfi lotfi|ليلي layla leila laila
ماجد majid majed|ماهر mahir maher|مالك malik malek|مامون mamun mamoun|مبارك mubarak mobarak|متقي mottaki muttaqi|مجيد majid majeed|محسن muhsin mohsen mohsin|محي muhi mohi|محيي muhyi|مختار mukhtar mokhtar|مراد murad mourad|مرتضي murtada morteza murtaza
مروان marwan|مريم maryam mariam|مسيح masih|مطر matar|مظفر muzaffar mozaffar|معاذ muadh moaz|معتصم mutasim|معصوم masum masoum|معمر muammar|مقتدي muqtada|ملا mulla mullah|منصور mansur mansour|منير munir mounir|مهدي mahdi mehdi|مهند muhannad
مؤمن mumin momen|مومن mumin momen|ميلاد milad|نادر nadir nader|ناصر nasir nasser naser|نصر nasr|نصرالله nasrallah nasrullah|نصير nasir naseer|نبيل nabil|نبيه nabih|نجيب najib naguib najeeb|نعمه nima neama|نعيم naim naeem|نواف nawaf|نور nur noor nour
نورالدين nuraldin noureddine nooruddin|نوري nuri nouri|هادي hadi|هاشم hashim hashem|هاني hani|هشام hisham hesham|هيثم haytham haitham|واحد wahid|وحيد wahid waheed vahid|وسام wisam wissam|وليد walid waleed|وهاب wahhab wahab vahab|ياسر yasir yasser yaser
ياسين yasin yassin|يزيد yazid|يونس yunus younis younes yunis|دين din deen|الدين aldin eddine uddin|الله allah ollah ullah|رب rabb|رسولي rasouli|جان jan|گل gul gol|آغا agha|اغا agha|آقا agha aqa|اقا agha aqa|اخوند akhund|آخوند akhund|مولوي mawlawi maulvi molavi
ملك malik malek|نژاد nejad nezhad|نژادي nejadi|زاده zadeh zada|پور pour pur|فر far|ولايتي velayati|احمدي ahmadi|محمدي mohammadi|كريمي karimi|رضايي rezaei rezai|حسيني hosseini husseini|موسوي mousavi musawi|هاشمي hashemi hashimi|رفسنجاني rafsanjani
لاريجاني larijani|سليماني soleimani sulaymani|صالحي salehi|شمخاني shamkhani|ظريف zarif|عراقچي araghchi|جعفري jafari|نقدي naghdi|وحيدي vahidi|مغربي maghribi|مصري masri|ليبي libi liby|تونسي tunisi|يمني yamani yemeni|سوري suri souri|جزائري jazairi
كويتي kuwaiti|بغدادي baghdadi|تكريتي tikriti|شامي shami|حلبي halabi|فلسطيني filistini|عدناني adnani|قرشي qurashi|هاشميه hashimiya|افغاني afghani|پاكستاني pakistani|كردي kurdi|صومالي somali|سوداني sudani|ام umm um|بنت bint|جورج george jurj|ميشال michel mishal
بطرس butrus boutros|بولس bulus boulos paul|حنا hanna|مارون maroun marun|انطوان antoine antwan|الياسي eliasi|سركيس sarkis|سمعان simaan|عون aoun awn|جبران gibran jubran|بيار pierre|جوزيف joseph|جون john|جان jean jan|وليام william|جيمس james|مايكل michael|ديفيد david
روبرت robert|ريتشارد richard|توماس thomas|چارلز charles|تشارلز charles|بيتر peter|ماري marie mary|فلاديمير vladimir|سيرغي sergei sergey|الكسندر alexander aleksandr|ميخائيل mikhail michael|نيكولا nicolas nikola|خوسيه jose|كارلوس carlos|خوان juan`
    .split(/[|\n]/)
    .map((row) => {
      const [name, ...spellings] = row.split(' ');
      return [bareArabic(name!), spellings] as const;
    }),
);

/**
 * Arabic-script letters in one form: without vowel signs and tatweel, with one alef, one ya and one kaf. Ta marbuta
 * becomes ha. Urdu and Pashto letters become their Persian or Arabic counterparts.
 */
export function bareArabic(word: string): string {
  return word
    .replace(/[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g, '')
    .replace(/[أإآٱٲٳ]/g, 'ا')
    .replace(/[ىیېےۍۓئ]/g, 'ي')
    .replace(/[کګڪ]/g, (letter) => (letter === 'ګ' ? 'گ' : 'ك'))
    .replace(/[ةہھۀەۃۂ]/g, 'ه')
    .replace(/[ؤۆۇۋ]/g, 'و')
    .replace(/[ټٹ]/g, 'ت')
    .replace(/[ډڈ]/g, 'د')
    .replace(/[ړڑ]/g, 'ر')
    .replace(/[ڼں]/g, 'ن')
    .replace(/ښ/g, 'ش')
    .replace(/ږ/g, 'ژ')
    .replace(/[ڭݣ]/g, 'گ')
    .replace(/[څ]/g, 'چ')
    .replace(/[ځ]/g, 'ز')
    .replace(/ء/g, '');
}
