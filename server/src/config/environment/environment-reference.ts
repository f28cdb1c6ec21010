/** One variable of the environment, for the documentation. `loadEnvironment` reads these and no other. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

export const ENVIRONMENT_VARIABLES: readonly EnvironmentVariable[] = [
  { name: 'HOST', default: '127.0.0.1', meaning: 'Address the service listens on.' },
  { name: 'PORT', default: '8080', meaning: 'Port the service listens on. 0: any free one.' },
  {
    name: 'SVC_BASE_URL',
    default: 'http://localhost:<PORT>',
    meaning: 'Public address, used in links, tokens and the description file.',
  },
  {
    name: 'SVC_DATA_DIR',
    default: './data',
    meaning:
      'Embedded database, journals of usage and audit, files, data key, control socket. One service at a time owns it.',
  },
  {
    name: 'DATABASE_URL',
    default: 'embedded database',
    meaning:
      '`postgres://…` (15 or newer). `?connect_timeout=N` waits N seconds for a connection instead of 1, at most 60, for a database far away.',
  },
  {
    name: 'DATABASE_DIRECT_URL',
    default: 'DATABASE_URL',
    meaning:
      '`postgres://…` of the same database without the pooler, or through one in session mode. Required when DATABASE_URL leads through a pooler in transaction mode: migrations and messages between nodes go here.',
  },
  {
    name: 'REDIS_URL',
    default: 'in process',
    meaning:
      '`redis://…` for what several nodes share: request rates, changes of credentials, slots of engines (Redis 7 or Valkey).',
  },
  {
    name: 'SVC_CONFIG',
    default: './svc.yaml if present, else built in',
    meaning: 'Deployment configuration, below.',
  },
  {
    name: 'SVC_PROVISION',
    default: 'none',
    meaning: 'Provisioning file, below. Applied at every start; creates only what is missing.',
  },
  {
    name: 'SVC_DATA_KEY',
    default: 'created on first start, kept as data.key in the data directory',
    meaning:
      '32 bytes in base64 that encrypt what must be replayable and sign the reasoning of models. Required with DATABASE_URL, the same on every node; make one with `openssl rand -base64 32`.',
  },
  {
    name: 'SVC_TEST_CLOCK',
    default: '0',
    meaning:
      '1 adds `POST /internal/test/clock {"advance_s": N}` for callers on this machine. Refused with NODE_ENV=production.',
  },
  {
    name: 'SVC_WORKERS',
    default: '1',
    meaning:
      'Processes that serve the port together on this machine. More than 1 needs DATABASE_URL and REDIS_URL.',
  },
  { name: 'SVC_METRICS_PORT', default: 'off', meaning: 'Port of the Prometheus listener on HOST.' },
  {
    name: 'SMTP_URL',
    default: 'none',
    meaning:
      '`smtp://user:password@host:port` or `smtps://…`, the server mail is sent through. Without it mail waits in an outbox for the owners.',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'trace, debug, info, warn, error, fatal or silent. Logs go to standard output.',
  },
  {
    name: 'LOG_FORMAT',
    default: 'auto',
    meaning:
      '`json`, `pretty` (short lines for people) or `auto`: pretty on a terminal, JSON everywhere else.',
  },
  { name: 'NODE_ENV', default: 'none', meaning: '`production` refuses what is for tests only.' },
];
