type Child = Node | string | undefined | false;
type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => unknown) | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

/** An element. A function is heard at the event of its name; `true` is an attribute without a value. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return dressed(document.createElement(tag), attributes, children);
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  return dressed(document.createElementNS(SVG, tag), attributes, children);
}

function dressed<Kind extends Element>(element: Kind, attributes: Attributes, children: readonly Child[]): Kind {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value) element.setAttribute(name, value);
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** A button that does one of the page's actions (`data-action`). */
export function action(name: string, words: string, act: () => unknown, kind = ''): HTMLButtonElement {
  return el(
    'button',
    { type: 'button', class: `button ${kind}`.trim(), 'data-action': name, click: () => act() },
    words,
  );
}

/** The heading of a screen, which gets the focus when the screen appears. `step`: the step that it tells. */
export function heading(words: string, step?: string): HTMLHeadingElement {
  return el('h1', { tabindex: '-1', 'data-step': step }, words);
}

/** A second tap does nothing while the first is under way. */
export function once(act: () => Promise<void>): () => Promise<void> {
  let underWay = false;
  return async () => {
    if (underWay) return;
    underWay = true;
    await act().finally(() => {
      underWay = false;
    });
  };
}
