/** Browsers inside of other apps, by what they say of themselves. */
const IN_APP =
  /FBAN|FBAV|FB_IAB|Instagram|\bLine\/|MicroMessenger|WhatsApp|Snapchat|Twitter|LinkedInApp|musical_ly|Bytedance|TikTok|GSA\/|; wv\)/i;

/** Where a permission is given back; the words for it are `denied.<place>`. */
export type PermissionPlace = 'safari' | 'ios' | 'chromium' | 'firefox' | 'app' | 'computer';

export function isInApp(agent = navigator.userAgent): boolean {
  return IN_APP.test(agent) || (isIos(agent) && /AppleWebKit/.test(agent) && !/Safari\//.test(agent));
}

/** Which words help to allow the camera again. */
export function permissionPlace(agent = navigator.userAgent): PermissionPlace {
  if (isInApp(agent)) return 'app';
  if (isIos(agent)) return /CriOS|FxiOS|EdgiOS|OPiOS|OPT\//.test(agent) ? 'ios' : 'safari';
  if (!/Android|Mobile/.test(agent)) return 'computer';
  return /Firefox/.test(agent) ? 'firefox' : 'chromium';
}

/** A tablet of Apple calls itself a Mac. */
function isIos(agent: string): boolean {
  return /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1);
}

/** A computer without a touch screen: its camera has no document in view, and the person's phone is better. */
export function isComputer(): boolean {
  return navigator.maxTouchPoints === 0 && matchMedia('(pointer: fine)').matches;
}
