/** Words inside names that say little or nothing about who is meant, folded as the analysis folds them. */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that are titles wherever they stand in a person's name. */
export const TITLES = list(`
  mr mrs ms hj drs miss mister dr prof professor doctor sir madam madame monsieur mme mlle herr frau fraulein senor senora senorita sr sra
  signor signora don dona gen general lt lieutenant col colonel maj major capt captain sgt sergeant cpl adm admiral brig brigadier
  cmdr commander commodore marshal marechal feldmarschall gov governor sen senator rep hon honourable honorable rt rev reverend fr
  father bishop archbishop metropolitan patriarch cardinal pope rabbi judge justice president minister ambassador phd md esq jr
  junior snr jnr jun ing dipl mag mgr msc bsc mba engr eng hrh hh excellency prince princess king queen
  sheikh shaykh shaikh cheikh sheik sheikha ayatollah hojjatoleslam hojatoleslam mawlawi maulvi mawlavi maulawi molavi mullah mollah mulla moulvi
  maulana mawlana qari alhaj alhajj alhaji hajji hadji haji hajj haj al-hajj ustad ustaz pir sayyid sayyed syed seyyed seyed sharifa dato datuk datin tun tan tengku tunku
  shri sri smt shrimati kumari pandit thakur begum sahib saheb sahab janab g-n gospodin gospozha tovarishch polkovnik general-mayor mayor kapitan podpolkovnik
  grand comrade hajja umma mufti imam khwaja khawaja sardar nawab`);

/** Titles that are also usual names: titles only before another name part. */
export const TITLES_OR_NAMES = list(`
  sheikh shaykh shaikh cheikh sheik haji hadji hajji hajj haj sayyid sayyed syed seyyed seyed pir prince princess king queen pope bishop
  judge justice major general don mag fr sen rep gen marshal father thakur begum sardar khwaja khawaja mufti imam tun tan sharifa grand kumari pandit
  mullah mulla mollah mawlana maulana sri mayor cardinal hon eng ing md col brig rev`);

/** Words that link parts of a name: articles, prepositions, "son of", "father of". */
export const PARTICLES = list(`
  al el ul as ash ad an ar at az ed es er ur ud us bin ibn bint ben binti binte bte ould oul wuld weld oglu ogly oghlu uly kyzy qizi gizi zoda zada
  abu abou aboo abi abo umm um oum ummu abd
  van von vom zu zum zur der den des het ter ten te de da di do du del della dello degli dei delle dos das das la le les lo los las y e i und and et
  af av zum mac mc ap ab st saint sint san santa santo sao o d l na nic ni of the bar`);

/** Particles that are rather names when nothing of the kind follows or at the head of a Western name. */
export const PARTICLES_OR_NAMES = list(
  'ben van le an do la du ni y i e o d l um san mac bar te den ten ter an as ad at az ash lo abi abo',
);

/** Links inside organisations' names that are one letter: the ezafe of Persian (`Bonyad-e Halab`), and "and". */
export const LETTERS_THAT_LINK = list('e i y');

/** "Martyr": Iran names works, universities and units after the fallen, and writes the word or leaves it out. */
export const HONORIFICS_OF_ORGANISATIONS = list('shahid shaheed shahed chahid');

/** Ranks that follow a name and begin a second way to name the same person: "…, Baron Halberg of Quist". */
export const PEERAGE = list('baron baroness viscount viscountess earl marquess duke duchess');

/** Titles that are names where only one other name part stands with them: Don Halberg, Prince Quist. */
export const TITLES_OF_LONGER_NAMES = list(
  'don prince princess king queen pope bishop judge justice major marshal cardinal mayor rex',
);
