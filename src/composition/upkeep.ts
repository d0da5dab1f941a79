import type { Logger } from 'pino';
import { auditRetention } from '../audit-stream/audit-stream.ts';
import type { Config } from '../config.ts';
import { keepUpImages } from '../images/retention.ts';
import { MediaMonitor } from '../media/media-monitor.ts';
import { MEDIA_RECEIVE_MS, MediaSchedule } from '../media/media-schedule.ts';
import { RecurringWork } from '../recurring-work.ts';
import { CaptureUpkeep } from '../use-cases/capture/upkeep.ts';
import { keepUpRecords } from '../use-cases/retention.ts';
import { whenQuiet } from '../when-quiet.ts';
import type { Parts } from './parts.ts';
import type { CaptureParts } from './requests.ts';
import type { Closing, Surroundings } from './start.ts';

/** When the models of verifications begin to load: see `whenQuiet`. */
const QUIET = { ms: 1_500, share: 0.25, latestMs: 60_000 };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Between two looks whether there is news to compare customers with. */
const MEDIA_LOOK_MS = 5_000;
/** Between two looks which links to verify oneself are over. */
const CAPTURE_LOOK_MS = 5_000;
/** Between two looks whether the bucket of the images is there. */
const BUCKET_LOOK_MS = 10_000;

/** What keeps records and images up, from the start on. */
export function recurringWork(
  config: Config,
  { records, images, news, captures }: Pick<Parts, 'records' | 'images' | 'news'> & { readonly captures: CaptureParts },
  { now, log }: Pick<Surroundings, 'now' | 'log'>,
): RecurringWork[] {
  const { imageRetentionDays, imagesUrl } = config;
  const retention = { days: imageRetentionDays, now };
  const audit = auditRetention(config);
  const forgetKeys = async () => {
    await records.idempotency
      .sweep()
      .catch((err: unknown) => log.error({ err }, 'expired idempotency keys could not be removed'));
  };
  const upkeep = new CaptureUpkeep(captures.capturePorts, captures.captures, log);
  const works = [
    ...mediaWork(config, { records, news }, log),
    new RecurringWork((signal) => upkeep.turn(signal), CAPTURE_LOOK_MS),
    new RecurringWork(() => keepUpImages(images, records, retention, log), HOUR_MS),
    new RecurringWork((signal) => keepUpRecords(records, { now, signal, audit }, log), DAY_MS),
    new RecurringWork(forgetKeys, HOUR_MS),
  ];
  if (imagesUrl !== undefined) works.push(new RecurringWork(() => images.check(), BUCKET_LOOK_MS));
  return works;
}

/** Fetches the news, or takes what the node that fetches has shared. That of the sandbox is there. */
function mediaWork(config: Config, { records, news }: Pick<Parts, 'records' | 'news'>, log: Logger): RecurringWork[] {
  if (!news) return [];
  const isAlone = config.databaseUrl === undefined || config.imagesUrl === undefined;
  const fetches = async () => isAlone || records.leads('media-sync');
  const schedule = new MediaSchedule({ config, log, fetches });
  const monitor = new MediaMonitor({ records, news, alertsADay: config.mediaAlertsADay, log });
  const works = [new RecurringWork((signal) => monitor.turn(signal), MEDIA_LOOK_MS)];
  if (config.environment !== 'sandbox') {
    works.push(new RecurringWork((signal) => schedule.turn(signal), MEDIA_RECEIVE_MS));
  }
  return works;
}

/**
 * Starts the models once the first requests leave the processor to them. An earlier verification starts them itself.
 */
export function warmUpSoon({ verifier, records }: Parts, log: Logger, closing: Closing): void {
  const failed = (error: Error) => log.error({ err: error }, 'models of verifications cannot be loaded');
  const load = () => {
    verifier.start(failed);
    // The first call starts the thread behind the dashboard's tables, which would keep the first page waiting.
    records.alerts.open(0).catch(() => {});
  };
  closing.push(whenQuiet(load, QUIET));
}

/** Seals secrets under the master key in use, as after TOUCHSTONE_MASTER_KEY changed, and begins to deliver. */
export async function deliverEvents({ records, webhooks: { secrets, dispatcher } }: Parts, log: Logger): Promise<void> {
  await secrets.reseal(records.webhooks).catch((err) => log.error({ err }, 'secrets of webhooks cannot be sealed'));
  dispatcher.start();
}
