import { phoneticKeys } from '../phonetic.ts';
import type { NameToken } from '../types.ts';

/**
 * Legal forms of the world by class. Forms of one class say the same of an organisation in different countries and
 * languages, so they are compared by class and never by letters. They are folded and transliterated. `_` separates the
 * words of one form.
 */
const FORMS: Readonly<Record<string, string>> = {
  'limited-liability': `ltd limited llc l_l_c limited_liability_company limited_liability_co llp limited_liability_partnership ltda limitada
    gmbh g_m_b_h gesellschaft_mit_beschrankter_haftung mbh sarl s_a_r_l societe_a_responsabilite_limitee srl s_r_l societa_a_responsabilita_limitata
    sociedad_de_responsabilidad_limitada s_de_rl s_de_r_l sl s_l slu bv b_v besloten_vennootschap bvba kft korlatolt_felelossegu_tarsasag sro s_r_o spolecnost_s_rucenim_omezenym
    sp_z_oo sp_z_o_o spolka_z_ograniczona_odpowiedzialnoscia spzoo doo d_o_o drustvo_s_ogranicenom_odgovornoscu ood eood ooo o_o_o
    obshchestvo_s_ogranichennoy_otvetstvennostyu obshchestvo_s_ogranichennoi_otvetstvennostiu tov tovarystvo_z_obmezhenoiu_vidpovidalnistiu too tovarishchestvo_s_ogranichennoy_otvetstvennostyu mchj mmc xk
    pty_ltd pty_limited proprietary_limited pty pvt_ltd pvt_limited private_limited pte_ltd pte_limited pte pvt sdn_bhd sendirian_berhad fze fzc fzco fz_llc fz_co fzllc
    free_zone_establishment free_zone_company wll w_l_l dmcc osc epe ike uab sia ou oue osauhing aps anpartsselskab ab_oy oy osakeyhtio as_oy lda co_ltd co_limited company_limited
    company_ltd coltd gk godo_kaisha goudou_kaisha yugen_kaisha yk youxian_gongsi youxiangongsi youxianzerengongsi youxian_zeren_gongsi yuhanhoesa yuhan_hoesa cong_ty_tnhh tnhh tnhh_mtv limited_sirketi ltd_sti
    designated_activity_company dac societate_cu_raspundere_limitata tovaristvo_z_obmezhenoyu_vidpovidalnistyu teo societe_par_actions_simplifiee
    limited_sti sti sirketi cv mas_uliyat_mahduda massuliyat_mahdud mahdud ttnhh gesmbh ges_m_b_h`,
  'joint-stock': `inc incorporated corp corporation plc public_limited_company ag aktiengesellschaft sa s_a societe_anonyme sociedad_anonima sociedade_anonima
    societa_per_azioni spa s_p_a nv n_v naamloze_vennootschap ab aktiebolag asa as a_s a_s_a aktieselskab aksjeselskap oyj julkinen_osakeyhtio nyrt zrt rt reszvenytarsasag
    spolka_akcyjna akciova_spolecnost akcionersko_drustvo ad dd d_d ead jsc j_s_c pjsc ojsc cjsc ao oao zao pao nao pat prat vat zat aktsionernoe_obshchestvo aktsionernoye_obshchestvo
    otkrytoe_aktsionernoe_obshchestvo otkrytoye_aktsionernoye_obshchestvo zakrytoe_aktsionernoe_obshchestvo zakrytoye_aktsionernoye_obshchestvo publichnoe_aktsionernoe_obshchestvo publichnoye_aktsionernoye_obshchestvo
    aktsionerne_tovarystvo publichne_aktsionerne_tovarystvo joint_stock_company public_joint_stock_company open_joint_stock_company closed_joint_stock_company joint_stock_co private_joint_stock_company
    public_company saa sab sab_de_cv sa_de_cv s_a_de_c_v sac saoc saog saog bsc b_s_c psc qsc qpsc kscp ksc pjs sal s_a_l sae s_a_e aksjeselskap ae a_e anonymi_etaireia anonim_sirketi anonim_ortakligi
    a_o kk k_k kabushiki_kaisha kabushikikaisha kabushiki_gaisha kabushikigaisha jusighoesa jusikhoesa gufen_youxian_gongsi gufenyouxiangongsi gufen_gongsi tbk tbk_pt pt perseroan_terbatas bhd berhad as_as se societas_europaea eeig sirket sherkat_sahami sahami_khass sahami_aam
    aktsionern sociedad_anonima_de_capital_variable njsc non_public_joint_stock_company joint_stock publichnoye_ao nepublichnoe_aktsionernoe_obshchestvo otkrytoye_ao szao sh_a sha hf ehf ohf cong_ty_co_phan tnk qk aksiyadorlik_jamiyati ojs`,
  partnership: `lp limited_partnership general_partnership kg kommanditgesellschaft ohg gbr gmbh_co_kg gmbh_and_co_kg gmbh_co gmbh_u_co_kg co_kg snc s_n_c sas s_a_s scs sca vof ks kommanditselskab kb handelsbolag oe ee spk sp_k spolka_komandytowa spolka_jawna sp_j
    kd jtd sc societe_en_commandite sociedad_en_comandita eurl sasu ei`,
  state: `gup mup fgup federalnoe_gosudarstvennoe_unitarnoe_predpriyatie gosudarstvennoe_unitarnoe_predpriyatie rup state_enterprise state_owned_enterprise state_unitary_enterprise federal_state_unitary_enterprise
    unitary_enterprise federal_unitary_enterprise state_federal_unitary_enterprise fgup federal_state_budgetary_institution federal_state_autonomous_institution fkp fgbu fgau dp derzhavne_pidpryiemstvo epic gocc parastatal`,
  'sole-trader':
    'ip individualnyi_predprinimatel individualnyy_predprinimatel fop chp chastnoe_predpriyatie ek eK einzelunternehmen',
  'non-profit': `ev e_v eingetragener_verein gemeinnutzige_gmbh ggmbh stichting ngo npo ano nko avtonomnaya_nekommercheskaya_organizatsiya asbl vzw onlus fondazione waqf`,
};

interface Form {
  readonly words: readonly string[];
  readonly legalForm: string;
}

/** Long words of a form are known by their sound: transliterations of one form differ in every office. */
const MIN_HEARD = 8;
const canonical = (word: string): string => (word.length < MIN_HEARD ? word : `~${phoneticKeys(word)[0] ?? word}`);

const BY_FIRST_WORD = new Map<string, Form[]>();
for (const [legalForm, forms] of Object.entries(FORMS)) {
  for (const form of new Set(forms.toLowerCase().trim().split(/\s+/))) {
    const words = form.split('_').map(canonical);
    const known = BY_FIRST_WORD.get(words[0]!) ?? [];
    known.push({ words, legalForm });
    BY_FIRST_WORD.set(words[0]!, known);
  }
}
for (const forms of BY_FIRST_WORD.values()) forms.sort((a, b) => b.words.length - a.words.length);

/** Short forms that are also words or initials: legal forms only at the end of a name, or at its head where usual there. */
const LAST_ONLY =
  /^(as|ab|ad|se|sa|sl|sc|oe|ee|ei|ou|ag|ao|pt|dd|dp|ip|ks|kb|kd|kg|cv|lp|ep|rt|hf|nv|bv|ek|ev|kk|gk|yk|tov|too|too|spa|sas|inc|corp|sha|ae|epic|fop|ano|sal|sti|sia|pat|vat|oy|co)$/;
const HEAD_FORMS =
  /^(jsc|pjsc|ojsc|cjsc|llc|gmbh|ltd|pte|fze|ao|ooo|oao|zao|pao|nao|too|tov|pat|prat|vat|zat|dp|ip|gup|fgup|mup|ano|nko|pt|cv|uab|sia|ou|as|ad|dp|fop|chp|rup|mchj)$/;

/**
 * The legal form that begins at token `at`, longest first, and how many tokens it takes. The first token of a name
 * alone is never a legal form.
 */
export function legalFormAt(
  tokens: readonly Pick<NameToken, 'text' | 'variants'>[],
  at: number,
): { readonly legalForm: string; readonly length: number } | undefined {
  if (tokens.length < 2) return undefined;
  const forms = BY_FIRST_WORD.get(canonical(tokens[at]!.text));
  if (forms === undefined) return undefined;
  for (const { words, legalForm } of forms) {
    if (words.length === tokens.length || !words.every((word, offset) => isWord(tokens[at + offset], word))) continue;
    const last = at + words.length === tokens.length;
    const short = words.length === 1 && LAST_ONLY.test(words[0]!);
    if (short && !last && !(at === 0 && HEAD_FORMS.test(words[0]!)) && !endsInForms(tokens, at + 1)) continue;
    if (at === 0 && !HEAD_FORMS.test(words[0]!) && words.length === 1) continue;
    return { legalForm, length: words.length };
  }
  return undefined;
}

const isWord = (token: Pick<NameToken, 'text'> | undefined, word: string): boolean =>
  token !== undefined && (word.startsWith('~') ? canonical(token.text) : token.text) === word;

/** Whether only legal forms follow: `Ltd`, `Co Ltd`. */
function endsInForms(tokens: readonly Pick<NameToken, 'text'>[], from: number): boolean {
  return tokens.length - from <= 3 && tokens.slice(from).every((token) => BY_FIRST_WORD.has(canonical(token.text)));
}
