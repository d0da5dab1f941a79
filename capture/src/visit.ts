import type { Announcer } from './announcer.ts';
import { Api, Refusal, type Wait } from './api.ts';
import type { SessionView } from './session.ts';
import { currentLanguage, t, useLanguage } from './words.ts';

/** A screen as it is shown. `leave` is called once, before another one takes its place. */
export interface Shown {
  readonly node: HTMLElement;
  /** Without it the page has its heading line with the language above. */
  readonly camera?: boolean;
  leave?(): void;
}

export type Screen = (visit: Visit) => Shown;

/** Which screen goes with what; see `route.ts`. */
export interface Route {
  ofView(view: SessionView): Screen;
  ofRefusal(code: string): Screen;
}

/** The parts of the document that a visit writes into. */
export interface Places {
  readonly stage: HTMLElement;
  readonly bar: HTMLElement;
  readonly notice: HTMLElement;
}

/** One person at the page: what the service said last, and the screen that is shown. */
export class Visit {
  readonly api: Api;
  readonly announcer: Announcer;
  readonly #places: Places;
  readonly #route: Route;
  #view: SessionView | undefined;
  #screen: Screen | undefined;
  #shown: Shown | undefined;

  constructor(token: string, announcer: Announcer, places: Places, route: Route) {
    this.api = new Api(token, (wait) => this.#wait(wait));
    this.announcer = announcer;
    this.#places = places;
    this.#route = route;
  }

  /** What the service said last. Throws before it said anything. */
  get view(): SessionView {
    if (!this.#view) throw new Error('The session is not known yet.');
    return this.#view;
  }

  get asker(): string {
    return this.#view?.asker.name ?? '';
  }

  /** Takes over what the service says, without another screen. */
  async take(view: SessionView): Promise<void> {
    const isFirst = !this.#view;
    this.#view = view;
    if (isFirst) await useLanguage(view.language);
  }

  /** Opens the session on this device, and shows where it stands. */
  open(takeOver = false): Promise<void> {
    return this.run(async () => this.follow(await this.api.open(takeOver)));
  }

  /** Shows the screen of what the service says. */
  async follow(view: SessionView): Promise<void> {
    await this.take(view);
    this.go(this.#route.ofView(view));
  }

  go(screen: Screen): void {
    this.#shown?.leave?.();
    this.#screen = screen;
    this.#shown = screen(this);
    const { node, camera } = this.#shown;
    document.documentElement.classList.toggle('filming', camera === true);
    this.#places.bar.hidden = camera === true;
    this.#places.stage.replaceChildren(node);
    document.title = t('title');
    const title = node.querySelector<HTMLElement>('h1');
    title?.focus();
    scrollTo(0, 0);
  }

  /** The same screen in other words. */
  again(): void {
    if (this.#screen) this.go(this.#screen);
  }

  /** Does something that the service may refuse. A refusal has a screen of its own. */
  async run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'wrong-step') return this.run(() => this.#whereItStands());
      this.go(this.#route.ofRefusal(error instanceof Refusal ? error.code : 'broken'));
    }
  }

  async #whereItStands(): Promise<void> {
    await this.follow(await this.api.session());
  }

  #wait(wait: Wait): void {
    const { notice } = this.#places;
    const words = wait ? t(`wait.${wait}`) : '';
    if (notice.textContent === words) return;
    notice.textContent = words;
    notice.hidden = !wait;
    notice.lang = currentLanguage();
  }
}
