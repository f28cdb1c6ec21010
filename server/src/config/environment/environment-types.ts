import type { Secret } from '#kit';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** `auto`: pretty on a terminal, else JSON. */
export type LogFormat = 'auto' | 'pretty' | 'json';

/** The environment variables of the service, checked. Nothing else reads the environment. */
export interface Environment {
  readonly host: string;
  /** 0 asks the system for a free port. */
  readonly port: number;
  /** Public address without a trailing slash. With port 0 and no SVC_BASE_URL use `boundBaseUrl`. */
  readonly baseUrl: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Absolute path of the folder of files unless `storage` says otherwise; the same for all workers. */
  readonly filesDir: string;
  readonly databaseUrl?: Secret;
  /** For what needs a session of its own, where `databaseUrl` leads through a pooler that gives each transaction another one. */
  readonly databaseDirectUrl?: Secret;
  readonly redisUrl?: Secret;
  /** SVC_CONFIG as an absolute path. Absent: each load looks for `./svc.yaml`, which may come and go while the service runs. */
  readonly configPath?: string;
  /** SVC_PROVISION as an absolute path. */
  readonly provisionPath?: string;
  /** 32 bytes in base64. Absent with the embedded database: see `loadDataKey`. */
  readonly dataKey?: Secret;
  readonly testClock: boolean;
  readonly workers: number;
  readonly metricsPort?: number;
  readonly smtpUrl?: Secret;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly production: boolean;
  /** The working directory relative paths are taken from. */
  readonly workingDir: string;
  /** Any variable by name, for `${NAME}` in the configuration files. Undefined when it is not set. */
  variable(name: string): string | undefined;
}
