import type { ClientConfig } from 'pg';

/** A server, and the variable that names it. */
export interface PostgresAddress {
  readonly setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
  readonly url: URL;
  /** For texts: without user and password. */
  readonly server: string;
  readonly user: string;
  readonly database: string;
}

const DEFAULT_PORT = 5432;
/** To the client they mean the same; for all but the last it prints a warning of its own. */
const VERIFYING_MODES: ReadonlySet<string> = new Set(['prefer', 'require', 'verify-ca', 'verify-full']);

export function postgresAddress(setting: PostgresAddress['setting'], text: string): PostgresAddress {
  const url = new URL(text);
  const parameter = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const host = parameter('host') ?? decoded(url.hostname);
  const port = parameter('port') ?? (url.port || String(DEFAULT_PORT));
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1)) || user;
  return { setting, url, server: `${host || 'localhost'}:${port}`, user, database };
}

/** What every connection to the server has in common. */
export function clientConfig({ url }: PostgresAddress): ClientConfig {
  return { connectionString: connectionString(url), keepAlive: true };
}

function connectionString(url: URL): string {
  const { searchParams } = url;
  if (
    searchParams.get('uselibpqcompat') === 'true' ||
    !VERIFYING_MODES.has(searchParams.get('sslmode') ?? '')
  )
    return url.href;
  const verifying = new URL(url);
  verifying.searchParams.set('sslmode', 'verify-full');
  // As libpq says it: the authorities that the system knows, which are used without a file anyway.
  if (searchParams.get('sslrootcert') === 'system') verifying.searchParams.delete('sslrootcert');
  return verifying.href;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
