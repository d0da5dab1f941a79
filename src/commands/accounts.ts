import type { Account } from '../domain/account.ts';
import { MAX_DUE_DAYS } from '../domain/escalation.ts';
import { DEFAULT_PLAN, DEFAULT_QUOTA, MAX_QUOTA } from '../domain/quota.ts';
import { MAX_BATCH_DAYS, MAX_DELIVERY_DAYS, MAX_KEPT_DAYS, MIN_KEPT_DAYS } from '../domain/retention.ts';
import { TouchstoneError } from '../errors.ts';
import { table } from '../printable.ts';
import { changeAccount, createAccount } from '../use-cases/accounts.ts';
import { changeCaptureSettings } from '../use-cases/capture-sessions.ts';
import { CAPTURE_OPTIONS, CAPTURE_USAGE, captureChanges, captureWords } from './capture-options.ts';
import type { Command, OptionValues } from './command.ts';
import { email, label, onOff, option, positional, required, wholeNumber } from './values.ts';

export const accountsCreate: Command = {
  name: 'accounts create',
  summary: 'Makes an account, the owner of keys, records and a quota',
  usage: `
  --name NAME   who it is for
  --email E     whom to write to
  --quota N     records a calendar month (UTC), 1 to ${MAX_QUOTA}; ${DEFAULT_QUOTA} by default
  --plan P      a label; "${DEFAULT_PLAN}" by default
  --operator    its owners see to what all accounts share, such as the lists`,
  options: {
    name: { type: 'string' },
    email: { type: 'string' },
    quota: { type: 'string' },
    plan: { type: 'string' },
    operator: { type: 'boolean' },
  },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const name = required(label(values, 'name'), this.name, '--name NAME');
    const address = email(values);
    const quota = wholeNumber(option(values, 'quota') ?? String(DEFAULT_QUOTA), '--quota', MAX_QUOTA);
    const plan = label(values, 'plan') ?? DEFAULT_PLAN;
    const operator = values.operator === true;
    const { withRecords } = await import('../open-records.ts');
    const account = await withRecords(config, (records) =>
      createAccount({ records }, { name, quota, plan, operator, ...(address && { email: address }) }, 'operator'),
    );
    print(
      account,
      `Account ${account.id} (${account.name}): ${account.quota} records a month.\nNext: touchstone keys create --account ${account.id} --name NAME`,
    );
  },
};

export const accountsList: Command = {
  name: 'accounts list',
  summary: 'Every account with its quota',
  usage: '',
  options: {},
  async run({ positionals, config, print }) {
    positional(positionals, this.name, []);
    const { withRecords } = await import('../open-records.ts');
    const accounts = await withRecords(config, (records) => records.accounts.list());
    const rows = accounts.map(({ id, name, email, quota, plan, operator, createdAt }) => [
      id,
      name,
      email,
      quota,
      plan,
      operator ? 'yes' : null,
      createdAt,
    ]);
    print(accounts, table(['id', 'name', 'email', 'quota', 'plan', 'operator', 'created'], rows));
  },
};

export const accountsSet: Command = {
  name: 'accounts set',
  summary: 'Changes an account',
  usage: `
  ID                  which account
  --name NAME         who it is for
  --quota N           records a calendar month (UTC), 1 to ${MAX_QUOTA}
  --plan P            a label
  --operator on|off   whether its owners see to what all accounts share, such as the lists
  --four-eyes on|off  whether a second person has to agree before a match from 85 on is confirmed or dismissed
  --require-reason on|off
                      whether confirming, dismissing and escalating take a reason; on for new accounts
  --due-days N|off    in how many days a decision is due, 1 to ${MAX_DUE_DAYS}; off by default
  --second-factor required|optional
                      whether nobody goes on in the dashboard without one-time codes or a passkey
  --screen-verified on|off
                      whether the name of each verified document is screened, which takes another unit of the quota
  --review-pictures on|off
                      whether its owners and analysts may look at pictures of verifications in the dashboard; off by
                      default
  --keep-screenings DAYS|all
                      how long screenings are kept, from ${MIN_KEPT_DAYS} days on; all by default
  --keep-verifications DAYS|all
                      how long verifications are kept
  --keep-batches DAYS|default
                      how long files of names are kept with their results, 1 to ${MAX_BATCH_DAYS} days, the default
  --keep-deliveries DAYS|default
                      how long deliveries of webhooks are kept, 1 to ${MAX_DELIVERY_DAYS} days, the default${CAPTURE_USAGE}

What an alert, an open review or a customer's state rests on stays. "touchstone retention" says what would go.`,
  options: {
    name: { type: 'string' },
    quota: { type: 'string' },
    plan: { type: 'string' },
    operator: { type: 'string' },
    'four-eyes': { type: 'string' },
    'require-reason': { type: 'string' },
    'due-days': { type: 'string' },
    'second-factor': { type: 'string' },
    'screen-verified': { type: 'string' },
    'review-pictures': { type: 'string' },
    'keep-screenings': { type: 'string' },
    'keep-verifications': { type: 'string' },
    'keep-batches': { type: 'string' },
    'keep-deliveries': { type: 'string' },
    ...CAPTURE_OPTIONS,
  },
  async run({ values, positionals, config, print }) {
    const [given] = positional(positionals, this.name, ['ID']);
    const id = wholeNumber(given!, 'ID');
    const name = label(values, 'name');
    const quota = option(values, 'quota');
    const plan = label(values, 'plan');
    const operator = onOff(values, 'operator');
    const fourEyes = onOff(values, 'four-eyes');
    const requireReason = onOff(values, 'require-reason');
    const dueDays = daysDue(values);
    const secondFactorRequired = isRequired(values);
    const screenVerified = onOff(values, 'screen-verified');
    const reviewPictures = onOff(values, 'review-pictures');
    const keepScreenings = daysKept(values, 'keep-screenings');
    const keepVerifications = daysKept(values, 'keep-verifications');
    const keepBatches = fileDays(values, 'keep-batches', MAX_BATCH_DAYS);
    const keepDeliveries = fileDays(values, 'keep-deliveries', MAX_DELIVERY_DAYS);
    const changes = {
      ...(name !== undefined && { name }),
      ...(quota !== undefined && { quota: wholeNumber(quota, '--quota', MAX_QUOTA) }),
      ...(plan !== undefined && { plan }),
      ...(operator !== undefined && { operator }),
      ...(fourEyes !== undefined && { fourEyes }),
      ...(requireReason !== undefined && { requireReason }),
      ...(dueDays !== undefined && { dueDays }),
      ...(secondFactorRequired !== undefined && { secondFactorRequired }),
      ...(screenVerified !== undefined && { screenVerified }),
      ...(reviewPictures !== undefined && { reviewPictures }),
      ...(keepScreenings !== undefined && { keepScreenings }),
      ...(keepVerifications !== undefined && { keepVerifications }),
      ...(keepBatches !== undefined && { keepBatches }),
      ...(keepDeliveries !== undefined && { keepDeliveries }),
    };
    const asked = captureChanges(values);
    if (Object.keys({ ...changes, ...asked }).length === 0) {
      throw new TouchstoneError(
        'usage',
        'touchstone accounts set needs something to change. See: touchstone accounts set --help',
      );
    }
    const { withRecords } = await import('../open-records.ts');
    const [account, { accountId: _, ...asking }] = await withRecords(config, async (records) => [
      await changeAccount({ records }, id, changes, 'operator'),
      await changeCaptureSettings({ records }, id, asked, 'operator'),
    ]);
    print({ ...account, ...asking }, `${wordsOf(account)} ${captureWords(asking)}`.trim());
  },
};

/** Whether a second factor is; undefined where it was not given. */
function isRequired(values: OptionValues): boolean | undefined {
  const given = option(values, 'second-factor');
  if (given === undefined) return undefined;
  if (given === 'required' || given === 'optional') return given === 'required';
  throw new TouchstoneError('usage', `--second-factor is "required" or "optional", not "${given}".`);
}

/** Days in which decisions are due, or null for no due dates; undefined where it was not given. */
function daysDue(values: OptionValues): number | null | undefined {
  const given = option(values, 'due-days');
  if (given === undefined) return undefined;
  return given === 'off' ? null : wholeNumber(given, '--due-days', MAX_DUE_DAYS);
}

/** How an account stands, in a line. */
function wordsOf(account: Account): string {
  const { id, name, quota, plan, operator, fourEyes, requireReason, dueDays, screenVerified, secondFactorRequired } =
    account;
  const facts = [
    `Account ${id} (${name}): ${quota} records a month, plan ${plan}.`,
    operator && 'Its owners see to the lists.',
    fourEyes && 'Matches from 85 on are decided by two people.',
    requireReason && 'Decisions need a reason.',
    dueDays !== null && `Decisions are due in ${dueDays} days.`,
    secondFactorRequired && 'People need a second factor.',
    screenVerified && 'Names of verified documents are screened.',
    account.reviewPictures && 'Owners and analysts may look at pictures.',
    keeps('Screenings', account.keepScreenings),
    keeps('Verifications', account.keepVerifications),
    keeps('Files of names', account.keepBatches),
    keeps('Deliveries', account.keepDeliveries),
  ];
  return facts.filter(Boolean).join(' ');
}

function keeps(what: string, days: number | null): string {
  return days === null ? '' : `${what} are kept ${days} days.`;
}

/** Days, or null for all; undefined where it was not given. */
function daysKept(values: OptionValues, name: string): number | null | undefined {
  const given = option(values, name);
  if (given === undefined) return undefined;
  if (given === 'all') return null;
  const days = wholeNumber(given, `--${name}`, MAX_KEPT_DAYS);
  if (days >= MIN_KEPT_DAYS) return days;
  throw new TouchstoneError('usage', `--${name} is "all" or from ${MIN_KEPT_DAYS} to ${MAX_KEPT_DAYS} days.`);
}

/** Days that files or deliveries are kept, or null for the default; undefined where it was not given. */
function fileDays(values: OptionValues, name: string, most: number): number | null | undefined {
  const given = option(values, name);
  if (given === undefined) return undefined;
  return given === 'default' ? null : wholeNumber(given, `--${name}`, most);
}
