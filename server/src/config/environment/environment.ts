import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { Secret } from '#kit';
import { ConfigError, type Problem } from '../config-error.ts';
import type { Environment, LogFormat, LogLevel } from './environment-types.ts';

const LOG_LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const LOG_FORMATS: readonly LogFormat[] = ['auto', 'pretty', 'json'];
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

type Source = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and collects what is wrong, so that everything is reported at once. */
class Reader {
  readonly problems: Problem[] = [];
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** An empty variable counts as not set, as `NAME= command` and compose files write it. */
  text(name: string): string | undefined {
    return this.#source[name] || undefined;
  }

  refuse(name: string, message: string): undefined {
    this.problems.push({ path: name, message });
    return undefined;
  }

  check(name: string, test: (value: string) => boolean, message: string): string | undefined {
    const value = this.text(name);
    return value === undefined || test(value) ? value : this.refuse(name, message);
  }

  whole(name: string, least: number, most: number): number | undefined {
    const value = this.check(
      name,
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    );
    return value === undefined ? undefined : Number(value);
  }

  oneOf<V extends string>(name: string, values: readonly V[]): V | undefined {
    const value = this.text(name);
    const known = values.find((one) => one === value);
    if (value !== undefined && known === undefined) this.refuse(name, `must be one of ${values.join(', ')}`);
    return known;
  }

  flag(name: string): boolean {
    return this.check(name, (value) => value === '1' || value === '0', 'must be 1 (on) or 0 (off)') === '1';
  }

  url(name: string, schemes: readonly string[]): Secret | undefined {
    const value = this.check(
      name,
      (text) => schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text),
      `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    );
    return value === undefined ? undefined : new Secret(value);
  }
}

/**
 * The environment, checked. Throws a ConfigError that lists every offending variable. An empty variable counts as not
 * set. This is the only place of the service that reads `process.env`.
 */
export function loadEnvironment(
  source: Source = process.env,
  workingDir: string = process.cwd(),
): Environment {
  const reader = new Reader(source);
  const port = reader.whole('PORT', 0, 65_535) ?? 8080;
  const production = reader.text('NODE_ENV') === 'production';
  const testClock = reader.flag('SVC_TEST_CLOCK');
  if (testClock && production) reader.refuse('SVC_TEST_CLOCK', 'must be off with NODE_ENV=production');
  const databaseUrl = reader.url('DATABASE_URL', ['postgres', 'postgresql']);
  const redisUrl = reader.url('REDIS_URL', ['redis', 'rediss']);
  const metricsPort = reader.whole('SVC_METRICS_PORT', 0, 65_535);
  if (metricsPort !== undefined && metricsPort !== 0 && metricsPort === port)
    reader.refuse('SVC_METRICS_PORT', 'must differ from PORT');
  const dataDir = resolve(workingDir, reader.text('SVC_DATA_DIR') ?? 'data');
  const environment: Environment = {
    host:
      reader.check(
        'HOST',
        (value) => isIP(value) !== 0 || HOST_NAME.test(value),
        'must be an IP address or a host name',
      ) ?? '127.0.0.1',
    port,
    baseUrl: baseUrl(reader) ?? `http://localhost:${port}`,
    dataDir,
    filesDir: join(dataDir, 'files'),
    testClock,
    workers: workers(reader, databaseUrl, redisUrl),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    logFormat: reader.oneOf('LOG_FORMAT', LOG_FORMATS) ?? 'auto',
    production,
    workingDir,
    variable: (name) => source[name],
    ...optional('databaseUrl', databaseUrl),
    ...optional('databaseDirectUrl', databaseDirectUrl(reader)),
    ...optional('redisUrl', redisUrl),
    ...optional(
      'dataKey',
      dataKey(reader, databaseUrl !== undefined || reader.text('DATABASE_URL') !== undefined),
    ),
    ...optional('metricsPort', metricsPort),
    ...optional('smtpUrl', reader.url('SMTP_URL', ['smtp', 'smtps'])),
    ...optional('configPath', absolute(reader.text('SVC_CONFIG'), workingDir)),
    ...optional('provisionPath', absolute(reader.text('SVC_PROVISION'), workingDir)),
  };
  if (reader.problems.length > 0) throw new ConfigError('The environment', reader.problems);
  return environment;
}

/** Past a pooler, for what needs a session of its own. */
function databaseDirectUrl(reader: Reader): Secret | undefined {
  const url = reader.url('DATABASE_DIRECT_URL', ['postgres', 'postgresql']);
  if (url && !reader.text('DATABASE_URL'))
    reader.refuse('DATABASE_DIRECT_URL', 'needs DATABASE_URL, through a pooler to the same database');
  return url;
}

/** The public address once the listener has its port: differs from `baseUrl` only for port 0 without SVC_BASE_URL. */
export function boundBaseUrl(environment: Environment, port: number): string {
  return environment.port === 0 && environment.baseUrl === 'http://localhost:0'
    ? `http://localhost:${port}`
    : environment.baseUrl;
}

/** Hosts of which this machine is one. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::']);

/** Where the listener can be reached without what may stand in front of it. Not always `boundBaseUrl`, which a proxy answers at. */
export function listenUrl({ host }: Pick<Environment, 'host'>, port: number): string {
  if (LOCAL_HOSTS.has(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

function absolute(path: string | undefined, workingDir: string): string | undefined {
  return path === undefined ? undefined : resolve(workingDir, path);
}

function baseUrl(reader: Reader): string | undefined {
  const value = reader.check(
    'SVC_BASE_URL',
    isBaseUrl,
    'must be an http or https address without user, password, query or fragment',
  );
  return value?.replace(/\/+$/, '');
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:\/\//.test(text) &&
    url.username === '' &&
    url.password === '' &&
    !/[?#\s]/.test(text)
  );
}

function workers(reader: Reader, databaseUrl: Secret | undefined, redisUrl: Secret | undefined): number {
  const count = reader.whole('SVC_WORKERS', 1, 1024) ?? 1;
  const missing = [...(databaseUrl ? [] : ['DATABASE_URL']), ...(redisUrl ? [] : ['REDIS_URL'])];
  if (count > 1 && missing.length > 0) {
    reader.refuse(
      'SVC_WORKERS',
      `more than 1 needs ${missing.join(' and ')}: the processes share their state there`,
    );
  }
  return count;
}

function dataKey(reader: Reader, required: boolean): Secret | undefined {
  const advice = 'make one with: openssl rand -base64 32';
  const value = reader.check('SVC_DATA_KEY', isDataKey, `must be 32 bytes in base64; ${advice}`);
  if (value !== undefined) return new Secret(value);
  if (required && reader.text('SVC_DATA_KEY') === undefined) {
    reader.refuse('SVC_DATA_KEY', `required with DATABASE_URL, the same on every node; ${advice}`);
  }
  return undefined;
}

/** Whether a text is 32 bytes in base64. Decoding alone would accept stray characters and drop them. */
export function isDataKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32;
}
