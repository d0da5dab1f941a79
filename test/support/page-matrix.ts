import type { Visitor } from './browser.ts';

const WIDTHS = [320, 375, 1280, 2560] as const;
/** Looked at for what runs out of the page alone. */
const WIDE = 3840;
const HEIGHT = 900;
const LANGUAGES = ['en', 'de'] as const;
const SCHEMES = ['light', 'dark'] as const;
/** How a page is looked at. */
interface Dress {
  readonly language: (typeof LANGUAGES)[number];
  readonly scheme: (typeof SCHEMES)[number];
  /** CSS pixels. */
  readonly width: (typeof WIDTHS)[number];
}

const DRESSES: readonly Dress[] = LANGUAGES.flatMap((language) =>
  SCHEMES.flatMap((scheme) => WIDTHS.map((width) => ({ language, scheme, width }))),
);
/** No divisor of 16: pages that follow each other differ in more than the width. */
const STRIDE = 5;

/** With `TOUCHSTONE_TEST_PAGES=all` axe sees each page in all that there is, which takes a quarter of an hour. */
export const ALL_LOOKS = process.env.TOUCHSTONE_TEST_PAGES === 'all';
/** How long the test of one page may take: the API reference alone takes minutes where all of it is seen 16 times. */
export const LOOKS_MS = ALL_LOOKS ? 1_500_000 : 400_000;
/** The API reference has a hundred operations built alike. axe, which would take long, sees one of each tag. */
const FEW = "for (const more of document.querySelectorAll('.operation ~ .operation')) more.remove()";

/**
 * Looks at a page for breaches of WCAG 2.2 AA, as far as axe sees, and for what must be scrolled sideways. It is
 * measured at each width in both languages. Axe sees it in one language, scheme and width. Pages take turns in these
 * (`turn`, from 0): 16 that follow each other have all of them.
 */
export async function faultsOf(visitor: Visitor, path: string, turn: number): Promise<string[]> {
  const dresses = ALL_LOOKS ? DRESSES : [DRESSES[(turn * STRIDE) % DRESSES.length]!];
  const faults: string[] = [];
  for (const language of LANGUAGES) {
    const some = dresses.filter((one) => one.language === language);
    faults.push(...(await looked(visitor, path, language, some)));
  }
  await dress(visitor, { language: 'en', scheme: 'light', width: 1280 });
  return faults;
}

async function looked(
  visitor: Visitor,
  path: string,
  language: Dress['language'],
  dresses: readonly Dress[],
): Promise<string[]> {
  const { page } = visitor;
  const faults: string[] = [];
  await dress(visitor, { language, scheme: 'light', width: 1280 });
  // An address that differs in nothing, or behind a # alone, would not be loaded again.
  await page.goto('about:blank');
  await visitor.show(path);
  for (const width of [...WIDTHS, WIDE]) {
    await page.setViewportSize({ width, height: HEIGHT });
    const beyond = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    if (beyond > 0) faults.push(`${path} ${language} at ${width}: ${beyond} pixels are beyond the edge`);
  }
  if (!ALL_LOOKS) await page.evaluate(FEW);
  for (const one of dresses) {
    await dress(visitor, one);
    const barriers = await visitor.barriers();
    faults.push(...barriers.map((barrier) => `${path} ${language} ${one.scheme} at ${one.width}: ${barrier}`));
  }
  return faults;
}

/** The language is that of the next page that is loaded. */
async function dress({ page }: Visitor, { language, scheme, width }: Dress): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(`localStorage.setItem('touchstone.language', '${language}')`);
}
