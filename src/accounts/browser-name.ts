/** Names that hold others stand first: Edge calls itself Chrome, and Chrome calls itself Safari. */
const BROWSERS: readonly (readonly [name: string, form: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,5})/],
  ['Opera', /\bOPR\/(\d{1,5})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,5})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,5})/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d{1,5})/],
  ['Safari', /\bVersion\/(\d{1,5})[\d.]* (?:Mobile\/\S+ )?Safari\//],
];
const SYSTEMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];
const PROGRAM = /^([A-Za-z][A-Za-z0-9._-]{0,30})(?:\/(\d{1,5}))?/;
const MAX_READ = 512;

/**
 * What a browser calls itself, for people: `Firefox 128, Windows`. It is read from the header `User-Agent`, which can
 * say anything. Null where that says nothing.
 */
export function browserName(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, MAX_READ);
  const browser = found(BROWSERS, text) ?? program(text);
  const system = SYSTEMS.find(([, form]) => form.test(text))?.[0];
  return [browser, system].filter(Boolean).join(', ') || null;
}

function found(forms: typeof BROWSERS, text: string): string | undefined {
  for (const [name, form] of forms) {
    const version = form.exec(text)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return undefined;
}

/** A program that is no browser, or one that is not known here, by its first word. */
function program(text: string): string | undefined {
  const [, name, version] = PROGRAM.exec(text) ?? [];
  if (name === undefined || name === 'Mozilla') return undefined;
  return version === undefined ? name : `${name} ${version}`;
}
