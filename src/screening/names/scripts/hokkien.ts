import { readTable } from '../../../tables.ts';

/*
 * How registries of Singapore, Malaysia, Indonesia and the Philippines spell Hokkien and Teochew syllables. There is no
 * standard: each row has the spellings of one initial or final of Tâi-lô, the usual one first.
 * Source: general knowledge of how names are written.
 */
const rowsOf = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((row) => {
        const [part, spellings] = row.split('=') as [string, string];
        return [part, spellings.split(',')];
      }),
  );

const INITIALS = rowsOf(`
  p=p,b ph=ph,p b=b,m m=m t=t,d th=th,t n=n,l l=l,n k=k,g kh=kh,k g=g,ng ng=ng,g h=h ts=ch,ts tsh=ch,ts,chh s=s,sh
  j=j,y,l,z`);
/** Beginnings of syllables without a consonant: before i, and before u. */
const GLIDES = { i: ['y', ''], u: ['w', ''] } as const;

const FINALS = rowsOf(`
  a=a,ah ai=ai,ye,ay au=au,ow,aw,ao am=am,um an=an,ang ang=ang ap=ap at=at,ak ak=ak,ack
  e=e,eh,ay,ey,oi i=ee,i,ie,ih im=im,eem in=in,een,ing ing=eng,ing ip=ip,eep it=it,eet,ek ik=ek,ik,eck,ick,aik,eik,iak
  ia=ia,eah,iah iau=iau,eow,iew,iow,iao iam=iam,eam ian=ian,ien,ean,iang,en iang=iang,eang,iong iap=iap,eap
  iat=iat,iet,eat,iak iak=iak,eak io=io,eo,eoh,ioh iok=iok,eok,iock iong=iong,eong,iang iu=iu,ew,iew,iou iunn=io,eo,iu,eoh,iew
  oo=oh,o,oo,or,ou,ow o=o,or,oh,oe ong=ong,ung ok=ok,ock,uk u=u,oo,i,er ua=ua,uah,wa uai=uai,uay,wai uan=uan,wan,uang,uen
  uang=uang,wang uat=uat,wat,uak ue=ue,oe,uay,oey,uey,ui ui=ui,wee,uee,ooi,wi,uy,uei un=un,oon,ung,uen ut=ut,oot,uk
  iann=ia,iah uann=ua,uah enn=e,eh,ay,ee inn=i,ee ng=ng,ung uainn=uai uinn=ui,ng m=m om=om iunnh=io`);
const WHOLE = rowsOf(`
  i=ee,yee,i,yi,e u=oo,woo,u,er ua=wah,wa,ua ui=wee,ooi,ui,wui,oei,wei un=oon,woon,un,wun,yun uan=wan,uan,woan,yuan,huan ue=way,ue,oey
  uat=wat,uat ong=ong,wong,heng im=im,yim in=in,yin ing=eng,ing,yeng,yong ip=ip,yip iap=yap,yeap,iap
  ik=ek,yik,ik,aik,eik it=yit,it,eet iong=yong,iong,yeong,yang iok=yok,iok iu=yew,yu,iu,yiu iau=yeow,yow,yau,iau,eow ian=ian,yan,yean,yen,ean
  iat=yat,yet iunn=yeo,yeoh,iu ia=ya,ia ang=ang o=o,oh,or oo=oh,oo,o,woo m=m,ng ng=ng,ooi,wee
  hui=hui,hwee,huey,hooi,fui hua=hwa,hua,huah,wah huat=huat,hwat,fatt huan=huan,hwan,huang,fan hun=hoon,hun,foon hong=hong,fong,foong
  hu=hu,hoo,foo hok=hock,hok,fook kui=kwee,kui,kooi,quee kuan=kuan,kwan,quan,kuang khuan=kuan,kwan,quan khui=kwee,kui
  kun=koon,kun,kuen kong=kong,kwong,kuang kok=kok,kock,kwok tsai=chai,chye,tsai,choy lai=lai,lye tsing=cheng,ching,ceng tshing=cheng,ching
  su=su,soo,see,shu,sze tsu=chu,choo,chee tshu=chu,choo,tsu sik=sek,sik,seck,sit,siak sing=seng,sing,sheng suan=suan,swan,soan sui=swee,sui,suee`);

const SYLLABLE = /^(tsh|ts|ph|th|kh|ng(?=.)|[pbmtnlkghsj]?)(.*)$/;

/** The initial and the final of a syllable of Tâi-lô. */
export function hokkienParts(syllable: string): [initial: string, final: string] {
  const [, initial = '', final = ''] = SYLLABLE.exec(syllable) ?? [];
  return [initial, final];
}

/** The second spelling of a part counts so much less, the third as much again. */
const NEXT = 0.75;
/** The same of the readings of a character. */
const NEXT_READING = 0.45;
/** What fits less is as good as misheard. */
const LEAST = 0.3;

const readings = new Map<string, string[]>();
for (const [, reading, characters] of readTable('names/hokkien-readings.tsv', ['place', 'reading', 'characters'])) {
  for (const one of characters) {
    const own = readings.get(one);
    if (own) own.push(reading);
    else readings.set(one, [reading]);
  }
}

const cache = new Map<string, ReadonlyMap<string, number>>();

/** How South-East Asia may spell a simplified character in Hokkien or Teochew, and how well each spelling fits. */
export function hokkienSpellings(character: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [place, reading] of (readings.get(character) ?? []).entries()) {
    for (const [text, fit] of spellingsOf(reading)) keepBest(found, text, fit * NEXT_READING ** place);
  }
  return found;
}

/** Other characters with the same readings have the same spellings. */
export const hokkienReadings = (character: string): string => (readings.get(character) ?? []).join(' ');

function spellingsOf(reading: string): ReadonlyMap<string, number> {
  const known = cache.get(reading);
  if (known) return known;
  const made = spell(reading);
  cache.set(reading, made);
  return made;
}

function spell(reading: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const whole = WHOLE.get(reading);
  if (whole) for (const [place, text] of whole.entries()) keepBest(found, text, NEXT ** place);
  const [initial, written] = hokkienParts(reading);
  const starts = INITIALS.get(initial) ?? GLIDES[written[0] as keyof typeof GLIDES] ?? [''];
  for (const [place, start] of (whole && initial === '' ? [] : starts).entries()) {
    for (const [end, last] of finalsOf(written).entries()) keepBest(found, start + last, NEXT ** (place + end));
  }
  return found;
}

/** A glottal stop at the end is left out, and so is the mark of a nasal vowel. */
function finalsOf(final: string): readonly string[] {
  return FINALS.get(final) ?? FINALS.get(final.replace(/h$/, '')) ?? FINALS.get(final.replace(/n*h?$/, '')) ?? [final];
}

function keepBest(found: Map<string, number>, text: string, fit: number): void {
  if (fit >= LEAST && fit > (found.get(text) ?? 0)) found.set(text, fit);
}
