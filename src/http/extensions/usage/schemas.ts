import { Type } from 'typebox';
import { count } from '../members.ts';

const FIGURES = {
  screenings: { clear: 1204, matched: 37 },
  verifications: { verified: 81, notVerified: 4, manualReview: 6 },
  alerts: { opened: 41, confirmed: 3, dismissed: 30 },
  dismissedByList: [{ source: 'un-sc', decided: 12, dismissed: 11, share: 0.92 }],
  medianHoursToDecision: 3.25,
};

export const USAGE_EXAMPLE = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-02T00:00:00.000Z',
  quota: 10_000,
  used: 1332,
  renewal: '2026-12-01T00:00:00.000Z',
  total: FIGURES,
  days: [{ day: '2026-11-01', ...FIGURES }],
  workload: [{ person: 'ana@harbour.example', confirmed: 3, dismissed: 30 }],
};

const figures = {
  screenings: Type.Object(
    { clear: count('Without a match.'), matched: count('With a match.') },
    { description: 'Screenings made, by their result.' },
  ),
  verifications: Type.Object(
    {
      verified: count('`Verified`.'),
      notVerified: count('`Not Verified`.'),
      manualReview: count('`Manual Review Required`.'),
    },
    { description: 'Verifications made, by their status.' },
  ),
  alerts: Type.Object(
    { opened: count('Opened first.'), confirmed: count('Confirmed.'), dismissed: count('Dismissed.') },
    { description: 'Alerts opened, and decisions of people and keys.' },
  ),
  dismissedByList: Type.Array(
    Type.Object({
      source: Type.String({ description: 'Id of the list.' }),
      decided: count('Decisions of alerts of this list.'),
      dismissed: count('Dismissals among them.'),
      share: Type.Number({ minimum: 0, maximum: 1, description: 'Dismissals by decisions.' }),
    }),
    { description: 'How often alerts of a list were dismissed; lists without a decision are left out.' },
  ),
  medianHoursToDecision: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    description: 'From the opening or last reopening of an alert to its decision; null without a decision.',
  }),
};

export const UsageReport = Type.Object(
  {
    from: Type.String({ format: 'date-time', description: 'Begin of the first day.' }),
    to: Type.String({ format: 'date-time', description: 'End of the last day.' }),
    quota: count('Records a calendar month (UTC).'),
    used: count('Records of this month.'),
    renewal: Type.String({ format: 'date-time', description: 'When the next month begins.' }),
    total: Type.Object(figures, { description: 'All days together.' }),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date', description: 'A day in UTC.' }), ...figures }), {
      maxItems: 366,
      description: 'Every day, the oldest first.',
    }),
    workload: Type.Array(
      Type.Object({
        person: Type.String({ description: 'Address of a person, or `key:ID`.' }),
        confirmed: count('Confirmations.'),
        dismissed: count('Dismissals.'),
      }),
      { description: 'Decisions by who took them, the most first.' },
    ),
  },
  { $id: 'UsageReport', examples: [USAGE_EXAMPLE] },
);
