import { letterTable } from '../scripts/romanised.ts';

/** Pinyin syllables whose Wade-Giles spelling does not follow from initial and final. */
export const WADE_GILES_WHOLE =
  letterTable(`zi=tzu ci=tzu si=ssu zhi=chih chi=chih shi=shih ri=jih yi=i you=yu ye=yeh yan=yen ge=ko ke=ko he=ho e=o yong=yung er=erh yue=yueh gui=kuei kui=kuei
  duo=to tuo=to luo=lo nuo=no zuo=tso cuo=tso suo=so zhuo=cho ruo=jo`);

export const WADE_GILES_INITIALS = letterTable('b=p d=t g=k j=ch q=ch x=hs zh=ch z=ts c=ts r=j');
