import type { Catalogue } from './en.ts';

export const de: Catalogue = {
  'nav.label': 'Hauptnavigation',
  'nav.skip': 'Zum Inhalt',
  'nav.menu': 'Menü',
  'nav.overview': 'Übersicht',
  'nav.screen': 'Prüfen',
  'nav.alerts': 'Treffer',
  'nav.screenings': 'Prüfungen',
  'nav.verifications': 'Verifikationen',
  'nav.settings': 'Einstellungen',
  'nav.docs': 'API-Referenz',
  'nav.signOut': 'Abmelden',

  'role.owner': 'Inhaber',
  'role.analyst': 'Analyst',
  'role.viewer': 'Leser',

  'action.retry': 'Erneut versuchen',
  'state.loading': 'Lädt…',

  'error.unexpected':
    'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu; bleibt der Fehler, sagen Sie es dem Betreiber.',
  'error.unreachable':
    'Der Dienst hat nicht geantwortet. Vielleicht startet er gerade neu; versuchen Sie es gleich noch einmal.',
  'error.offline':
    'Sie sind offline. Das Gezeigte kann veraltet sein; ändern lässt sich erst wieder etwas, wenn die Verbindung steht.',
  'error.role': 'Ihre Rolle erlaubt das nicht.',
  'error.status': 'Der Dienst hat das abgelehnt (Status {status}).',
  'notFound.title': 'Nicht gefunden',
  'notFound.text': 'Unter dieser Adresse gibt es keine Seite.',
  'notFound.home': 'Zur Übersicht',

  'field.email': 'E-Mail-Adresse',
  'field.password': 'Passwort',
  'field.code': 'Einmalcode',

  'signIn.title': 'Anmelden',
  'signIn.action': 'Anmelden',
  'signIn.codeHint': 'Sechs Ziffern aus Ihrer Authenticator-App.',
  'signIn.noRegistration': 'Ein Inhaber Ihres Kontos kann Sie einladen. Selbst registrieren kann man sich nicht.',
};
