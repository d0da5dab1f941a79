export type Theme = 'system' | 'light' | 'dark';

const STORED = 'touchstone.theme';

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, theme);
  applyTheme();
}

/** Without a choice the style sheet follows the system by itself. */
export function applyTheme(): void {
  const theme = chosenTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
