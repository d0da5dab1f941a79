import { join, sep } from 'node:path';
import type { Thresholds } from './domain/verification.ts';
import { TouchstoneError } from './errors.ts';
import { LIVENESS_MODEL } from './models/catalogue.ts';
import { type ProviderSettings, providerSettings } from './provider-settings.ts';
import { AUDIT_HEAD, AUDIT_STREAM, webAddress, wrong } from './setting-values.ts';
import { BESIDE, MIRROR, SETTINGS } from './settings.ts';
import { isServiceLink, unknownSettings } from './unknown-settings.ts';
import type { FaceModels } from './verification/face-analyst.ts';

type Settings = { readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['read']> };

type Combined =
  | 'tlsCert'
  | 'tlsKey'
  | 'matchThresholds'
  | 'livenessThresholds'
  | keyof Parameters<typeof providerSettings>[0];

/** What the settings say. What each is for stands in `settings.ts`. */
export interface Config extends Omit<Settings, Combined> {
  /** Undefined: people sign in with passwords alone. */
  readonly provider: ProviderSettings | undefined;
  /** Undefined: a self-signed certificate is made. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly thresholds: Thresholds;
  /** Addresses by source id, instead of the official ones. */
  readonly listsUrls: Readonly<Record<string, string>>;
  /** The variables that begin with `AWS_`, as every program that speaks S3 knows them. */
  readonly aws: Readonly<Record<string, string>>;
  /** Undefined: nothing is traced. */
  readonly tracing: Tracing | undefined;
  /** A sentence for each variable that looks like a setting and is none. */
  readonly warnings: readonly string[];
}

/** Where traces go, by variables that OpenTelemetry names. */
interface Tracing {
  readonly endpoint: string;
  readonly service: string;
  /** Of the traces that begin here, from 0 to 1. */
  readonly share: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the records, images and lists are, for a command that the service starts: in its environment. */
export function ownSettings({
  dataDir,
  databaseUrl,
  databaseReadUrl,
  imagesUrl,
  masterKeys,
  aws,
}: Config): Record<string, string> {
  return {
    TOUCHSTONE_DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { TOUCHSTONE_DATABASE_URL: databaseUrl }),
    ...(databaseReadUrl !== undefined && { TOUCHSTONE_DATABASE_READ_URL: databaseReadUrl }),
    ...(imagesUrl !== undefined && { TOUCHSTONE_IMAGES_URL: imagesUrl }),
    ...(masterKeys && { TOUCHSTONE_MASTER_KEY: masterKeys.join(',') }),
    ...aws,
  };
}

/** The models that look at faces, as they are configured. */
export function faceModels({ liveness, faceModel, dataDir }: Config): FaceModels {
  const cache = join(dataDir, 'models');
  return { liveness, installedModel: join(cache, LIVENESS_MODEL, 'manifest.json'), faceModel, cache };
}

/** Reads and checks the settings; the result is frozen. Throws `usage` with a sentence for the first that is wrong. */
export function readConfig(environment: Environment = process.env): Config {
  const port = SETTINGS.port.variable;
  const linked = isServiceLink(environment[port]?.trim() ?? '');
  const written = (variable: string) => {
    return linked && variable === port ? undefined : environment[variable]?.trim() || undefined;
  };
  const { variable, read: readEnvironment } = SETTINGS.environment;
  const beside = BESIDE[readEnvironment(written(variable), variable)];
  const given = (name: string) => written(name) ?? beside[name];
  const read = Object.entries(SETTINGS).map(([name, { variable, read }]) => [name, read(given(variable), variable)]);
  const all = Object.fromEntries(read) as Settings;
  const { tlsCert, tlsKey, matchThresholds, livenessThresholds, ...others } = all;
  const settings = withoutProvider(others);
  refuseLogInside(settings as Settings);
  refuseAddressesForNobody(settings);
  refuseOwnKeys(settings);
  refuseReplicaAlone(settings);
  refuseNoFeeds(settings);
  return Object.freeze({
    ...settings,
    // The sandbox fetches nothing.
    ...(settings.environment === 'sandbox' && { listsSyncMs: undefined }),
    provider: providerSettings(all),
    tls: certificateFiles(tlsCert, tlsKey),
    thresholds: { match: matchThresholds, liveness: livenessThresholds },
    listsUrls: mirrorAddresses(environment),
    aws: awsVariables(environment),
    tracing: tracing(written),
    warnings: [
      ...(linked ? [linkSentence(port, settings.port)] : []),
      ...unknownSettings(environment, knownVariables(environment)),
    ],
  });
}

/** The settings of the provider come as one. */
function withoutProvider<Given extends Parameters<typeof providerSettings>[0]>(given: Given) {
  const {
    oidcIssuer,
    oidcClientId,
    oidcClientSecret,
    oidcClientSecretFile,
    oidcName,
    oidcScopes,
    oidcGroupsClaim,
    ...rest
  } = given;
  return rest;
}

function linkSentence(variable: string, port: number): string {
  const why = `${variable} holds the address of a service, as Kubernetes sets it for one of that name.`;
  return `${why} It is passed over, and the port is ${port}.`;
}

function knownVariables(environment: Environment): string[] {
  const mirrors = Object.keys(environment).filter((variable) => variable.startsWith(MIRROR.prefix));
  return [...mirrors, ...Object.values(SETTINGS).map(({ variable }) => variable)];
}

/** Whoever can change the database must not be able to change what was noted of it. */
function refuseLogInside({ auditHead, auditStream, dataDir }: Settings): void {
  const inside = (target: object | undefined) =>
    target && 'file' in target && String(target.file).startsWith(dataDir + sep) ? String(target.file) : undefined;
  const [head, stream] = [inside(auditHead), inside(auditStream)];
  if (head) throw wrong(SETTINGS.auditHead.variable, AUDIT_HEAD, head);
  if (stream) throw wrong(SETTINGS.auditStream.variable, AUDIT_STREAM, stream);
}

/** Addresses that nobody gets would only lie in the database. */
function refuseAddressesForNobody({
  auditStream,
  auditStreamSourceIp,
}: Pick<Settings, 'auditStream' | 'auditStreamSourceIp'>): void {
  if (!auditStreamSourceIp || auditStream) return;
  const [ip, stream] = [SETTINGS.auditStreamSourceIp.variable, SETTINGS.auditStream.variable];
  throw new TouchstoneError('usage', `${ip} says what the audit stream tells: set ${stream} too, or unset it.`);
}

/** Nodes that share nothing but a database and a bucket would each seal images under a key of their own. */
function refuseOwnKeys({
  databaseUrl,
  imagesUrl,
  masterKeys,
}: Pick<Settings, 'databaseUrl' | 'imagesUrl' | 'masterKeys'>) {
  if (databaseUrl === undefined || imagesUrl === undefined || masterKeys) return;
  const sentence = 'TOUCHSTONE_DATABASE_URL together with TOUCHSTONE_IMAGES_URL needs TOUCHSTONE_MASTER_KEY as well:';
  throw new TouchstoneError('usage', `${sentence} the same one on every node.`);
}

function refuseReplicaAlone({ databaseUrl, databaseReadUrl }: Pick<Settings, 'databaseUrl' | 'databaseReadUrl'>) {
  if (databaseReadUrl === undefined || databaseUrl !== undefined) return;
  const sentence = 'TOUCHSTONE_DATABASE_READ_URL names a replica of TOUCHSTONE_DATABASE_URL: set that too.';
  throw new TouchstoneError('usage', sentence);
}

function refuseNoFeeds({ media, mediaFeeds }: Pick<Settings, 'media' | 'mediaFeeds'>) {
  if (!media?.includes('feeds') || mediaFeeds) return;
  const sentence = 'TOUCHSTONE_MEDIA reads feeds: name them in TOUCHSTONE_MEDIA_FEEDS, comma-separated.';
  throw new TouchstoneError('usage', sentence);
}

function certificateFiles(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (!cert && !key) return undefined;
  if (cert && key) return { cert, key };
  throw new TouchstoneError('usage', 'TOUCHSTONE_TLS_CERT and TOUCHSTONE_TLS_KEY go together: set both or none.');
}

function tracing(written: (variable: string) => string | undefined): Tracing | undefined {
  const [variable, ratio] = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'] as const;
  const endpoint = written(variable);
  if (endpoint === undefined) return undefined;
  const share = Number(written(ratio) ?? 1);
  if (!(share >= 0 && share <= 1)) throw wrong(ratio, 'a number from 0 to 1', written(ratio)!);
  return { endpoint: webAddress(endpoint, variable), service: written('OTEL_SERVICE_NAME') ?? 'touchstone', share };
}

function awsVariables(environment: Environment): Record<string, string> {
  const given = Object.entries(environment).filter(([name, value]) => name.startsWith('AWS_') && value);
  return Object.fromEntries(given) as Record<string, string>;
}

function mirrorAddresses(environment: Environment): Record<string, string> {
  const urls: Record<string, string> = {};
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith(MIRROR.prefix) || !value?.trim()) continue;
    const source = variable.slice(MIRROR.prefix.length).toLowerCase().replaceAll('_', '-');
    urls[source] = webAddress(value.trim(), variable);
  }
  return urls;
}
