/** A sentence, or its two forms for `count`. `{name}` stands for a value. */
type Entry = string | { readonly one: string; readonly other: string };

const sentences = {
  'nav.label': 'Main',
  'nav.skip': 'Skip to content',
  'nav.menu': 'Menu',
  'nav.overview': 'Overview',
  'nav.screen': 'Screen',
  'nav.alerts': 'Alerts',
  'nav.screenings': 'Screenings',
  'nav.verifications': 'Verifications',
  'nav.settings': 'Settings',
  'nav.docs': 'API reference',
  'nav.signOut': 'Sign out',

  'role.owner': 'Owner',
  'role.analyst': 'Analyst',
  'role.viewer': 'Viewer',

  'action.retry': 'Try again',
  'state.loading': 'Loading…',

  'error.unexpected': 'Something went wrong on this page. Load it again; if it stays, tell the operator.',
  'error.unreachable': 'The service did not answer. It may be restarting; try again in a moment.',
  'error.offline': 'You are offline. What you see may be old; nothing can be changed until the connection is back.',
  'error.role': 'Your role does not allow this.',
  'error.status': 'The service refused this (status {status}).',
  'notFound.title': 'Not found',
  'notFound.text': 'There is no page at this address.',
  'notFound.home': 'Go to the overview',

  'field.email': 'Email address',
  'field.password': 'Password',
  'field.code': 'One-time code',

  'signIn.title': 'Sign in',
  'signIn.action': 'Sign in',
  'signIn.codeHint': 'Six digits from your authenticator app.',
  'signIn.noRegistration': 'An owner of your account can invite you. There is no self-registration.',
} satisfies Record<string, Entry>;

export type Catalogue = Readonly<Record<keyof typeof sentences, Entry>>;
export const en: Catalogue = sentences;
