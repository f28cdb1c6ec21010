import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { sql, type Kysely } from 'kysely';
import { describeError, type Log } from '#kit';
import type { Tables } from './tables.ts';

/** Short messages between the processes that share one database. A message reaches those that listen at that moment, or nobody. */
export interface Announcements {
  /** Hears every message of a channel, those of this process too, until the function that is returned is called. */
  listen(channel: string, hear: (message: unknown) => void): () => void;
  /** Resolves when the message left. At most 7 kB as JSON. Throws StoreUnavailable. */
  announce(channel: string, message: unknown): Promise<void>;
  close(): Promise<void>;
}

/** What the database calls the connection by which a process listens. */
export const ANNOUNCEMENTS_NAME = 'svc announcements';

const RECONNECT_MS = 500;
const CONNECT_LIMIT_MS = 5_000;
const CLOSE_LIMIT_MS = 500;

export interface AnnouncementsOptions {
  readonly databaseUrl: string;
  readonly db: Kysely<Tables>;
  readonly log: Log;
}

/**
 * By PostgreSQL's LISTEN and NOTIFY, on a connection of its own that is opened when somebody first listens. Not by Redis: what
 * is announced here concerns rows of the database, and must work exactly as long as the database does. Behind a pooler that hands out a
 * connection per transaction nothing is heard.
 */
export class PostgresAnnouncements implements Announcements {
  readonly #options: AnnouncementsOptions;
  readonly #listeners = new Map<string, Set<(message: unknown) => void>>();
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  listen(channel: string, hear: (message: unknown) => void): () => void {
    const known = this.#listeners.get(channel);
    if (known) known.add(hear);
    else this.#listeners.set(channel, new Set([hear]));
    if (!this.#client) void this.#connect();
    else if (!known)
      this.#client.query(`listen ${this.#client.escapeIdentifier(channel)}`).catch(() => this.#client?.end());
    return () => this.#listeners.get(channel)?.delete(hear);
  }

  async announce(channel: string, message: unknown): Promise<void> {
    await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(this.#options.db);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const ended = this.#client?.end().catch(() => undefined);
    // A server that hangs does not say goodbye.
    await Promise.race([ended, delay(CLOSE_LIMIT_MS, undefined, { ref: false })]);
  }

  async #connect(): Promise<void> {
    const { databaseUrl, log } = this.#options;
    const client = new Client({
      connectionString: databaseUrl,
      application_name: ANNOUNCEMENTS_NAME,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => this.#hear(channel, payload));
    // An `end` follows every error.
    client.on('error', (error) =>
      log.warn({ error: describeError(error) }, 'connection for announcements of other nodes failed'),
    );
    client.on('end', () => this.#lost());
    try {
      await client.connect();
      for (const channel of this.#listeners.keys())
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch {
      await client.end().catch(() => undefined);
      this.#lost();
    }
  }

  #lost(): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), RECONNECT_MS).unref();
  }

  #hear(channel: string, payload: string | undefined): void {
    for (const hear of this.#listeners.get(channel) ?? []) hear(JSON.parse(payload ?? 'null'));
  }
}
