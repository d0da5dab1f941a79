import { letterTable } from '../scripts/romanised.ts';

/** Syllables as they stand for foreign sounds in transcriptions (after the usual tables): consonants alone, r or l. */
export const FOREIGN_SOUNDS =
  letterTable(`er=l te=t de=d ke=k ge=g si=s fu=f bu=b pu=p mu=m en=n ci=ts zi=z shi=sh qi=ch xi=si ji=gi jie=je hua=wa wo=vo wu=u yi=i you=u ao=o ou=o lei=re
  lai=lai luo=lo ruo=jo jia=ka xiao=sho qiao=jo yue=yo zha=za sha=sa cha=za zhu=ju zhan=jam zhuo=dro xia=sha xie=she qia=cha hai=he kai=ke lang=ran
  tang=ton dun=don sen=son sun=son dang=dan ang=an wang=van wen=win wei=vi man=man ning=nin ting=tin ding=din ling=lin ping=pin bing=bin ming=min
  xin=sin jin=kin qin=chin jiang=jan kang=kon gang=gon meng=mon peng=pon heng=hen deng=den teng=ten long=lon dong=don gong=gon hong=hon song=son
  tong=ton zhong=jon xiong=shon lü=lu lv=lu hu=hu ha=ha he=h ze=z se=s ce=ts she=sh zhe=j che=ch re=j`);

/** Pinyin syllables whose Wade-Giles spelling does not follow from initial and final. */
export const WADE_GILES_WHOLE =
  letterTable(`zi=tzu ci=tzu si=ssu zhi=chih chi=chih shi=shih ri=jih yi=i you=yu ye=yeh yan=yen ge=ko ke=ko he=ho e=o yong=yung er=erh yue=yueh gui=kuei kui=kuei
  duo=to tuo=to luo=lo nuo=no zuo=tso cuo=tso suo=so zhuo=cho ruo=jo`);

export const WADE_GILES_INITIALS = letterTable('b=p d=t g=k j=ch q=ch x=hs zh=ch z=ts c=ts r=j');
