import { describe, expect, it } from 'vitest';
import type { Article } from './article.ts';
import { DayEvents } from './events.ts';

const DAY = '2026-03-01';

function article(url: string, persons: string[], offences = ['fraud'], change: Partial<Article> = {}): Article {
  const fixed = { site: 'a.example', date: `${DAY}T10:15:00.000Z`, language: 'eng', organisations: [], countries: [] };
  return { ...fixed, url: `https://a.example/${url}`, persons, offences, tone: -2, ...change };
}

const eventsOf = (articles: readonly Article[], earlier: ConstructorParameters<typeof DayEvents>[1] = []) => {
  const events = new DayEvents(DAY, earlier);
  for (const one of articles) events.add(one);
  return events.events;
};

describe('articles', () => {
  it('of one event on many sites are one event', () => {
    const [event, ...others] = eventsOf([
      article('1', ['Zorvan Ilmatok', 'Mira Quellund'], ['fraud'], { tone: -1 }),
      article('2', ['MIRA QUELLUND', 'Zorvan Ilmatok', 'Otto Brandt'], ['fraud', 'tax'], {
        tone: -4,
        date: `${DAY}T09:00:00.000Z`,
        countries: ['de'],
      }),
    ]);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      articleCount: 2,
      offences: ['fraud', 'tax'],
      persons: ['Zorvan Ilmatok', 'Mira Quellund', 'Otto Brandt'],
      first: `${DAY}T09:00:00.000Z`,
      last: `${DAY}T10:15:00.000Z`,
      countries: ['de'],
      tone: -2.5,
    });
    expect(event!.articles.map(({ url }) => url)).toEqual(['https://a.example/1', 'https://a.example/2']);
  });

  it.each([
    ['another offence', ['Zorvan Ilmatok', 'Mira Quellund'], ['drugs']],
    ['one of several names', ['Zorvan Ilmatok', 'Otto Brandt'], ['fraud']],
    ['other names', ['Otto Brandt'], ['fraud']],
  ])('with %s are another event', (_, persons, offences) => {
    const first = article('1', ['Zorvan Ilmatok', 'Mira Quellund']);
    expect(eventsOf([first, article('2', persons, offences)])).toHaveLength(2);
  });

  it('do not lead from one event to the next by the names that each adds', () => {
    const events = eventsOf([
      article('1', ['A One', 'B Two']),
      article('2', ['A One', 'B Two', 'C Three', 'D Four']),
      article('3', ['C Three', 'D Four']),
    ]);
    expect(events.map(({ articleCount }) => articleCount)).toEqual([2, 1]);
  });

  it('of one page count once', () => {
    expect(eventsOf([article('1', ['A One']), article('1', ['A One'])])[0]).toMatchObject({ articleCount: 1 });
  });

  it('keep ten pages of an event and count the others', () => {
    const [event] = eventsOf(Array.from({ length: 14 }, (_, at) => article(String(at), ['A One'])));
    expect([event!.articles.length, event!.articleCount]).toEqual([10, 14]);
  });

  it('are not joined by a name that hundreds of events have', () => {
    const many = Array.from({ length: 300 }, (_, at) => article(String(at), ['United Nations', `Person ${at}`]));
    const events = eventsOf([...many, article('x', ['United Nations'])]);
    expect(events).toHaveLength(301);
  });

  it('that go on with an event of the days before have its id, and are told of this day alone', () => {
    const core = { names: ['a one'], offences: ['fraud'] };
    const [event] = eventsOf([article('2', ['A One'])], [{ id: '2026-02-28-abc', core }]);
    expect(event).toMatchObject({ id: '2026-02-28-abc', articleCount: 1, core });
    expect(eventsOf([], [{ id: '2026-02-28-abc', core }])).toEqual([]);
  });
});
