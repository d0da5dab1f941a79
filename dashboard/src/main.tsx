import { render } from 'preact';
import { App } from './app.tsx';
import { loadLanguage } from './language.ts';
import { applyTheme } from './theme.ts';

applyTheme();
await loadLanguage();
render(<App />, document.getElementById('app')!);
