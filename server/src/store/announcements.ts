import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { sql, type Kysely } from 'kysely';
import { describeError, type Log } from '#kit';
import { clientConfig, type PostgresAddress } from './postgres-address.ts';
import { connectError } from './postgres-errors.ts';
import type { Tables } from './tables.ts';

/**
 * Short messages between the processes that share one database. Only processes that listen at that moment
 * receive a message.
 */
export interface Announcements {
  /**
   * Calls the listener for every message of a channel, including those of this process, until the returned
   * function is called. `connected` is called whenever messages start or stop arriving: initially they do
   * not, and some may have been missed while the connection was lost.
   */
  listen(
    channel: string,
    onMessage: (message: unknown) => void,
    connected?: (isConnected: boolean) => void,
  ): () => void;
  /** Resolves when the message was sent. At most 7 kB as JSON. Throws StoreUnavailable. */
  announce(channel: string, message: unknown): Promise<void>;
  close(): Promise<void>;
}

/**
 * Sends a message if and when the transaction commits. For rare changes only: transactions that do this
 * commit one after another.
 */
export async function announceOnCommit(
  trx: Kysely<Tables>,
  channel: string,
  message: unknown,
): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(trx);
}

/** The application name of the listening connection. */
export const ANNOUNCEMENTS_NAME = 'svc announcements';

interface Listener {
  readonly onMessage: (message: unknown) => void;
  readonly connected: (isConnected: boolean) => void;
}

const RECONNECT_MS = 500;
const CONNECT_LIMIT_MS = 5_000;
const CLOSE_LIMIT_MS = 500;

export interface AnnouncementsOptions {
  readonly address: PostgresAddress;
  readonly db: Kysely<Tables>;
  readonly log: Log;
}

/**
 * Uses PostgreSQL's LISTEN and NOTIFY on a connection of its own, opened by the first listener. Not Redis:
 * announcements concern rows of the database and must work exactly as long as the database does. Behind a
 * pooler that assigns connections per transaction, nothing would be received: `requirePooling` refuses it.
 */
export class PostgresAnnouncements implements Announcements {
  readonly #options: AnnouncementsOptions;
  readonly #listeners = new Map<string, Set<Listener>>();
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** The connection is open, so a new channel must be subscribed immediately. */
  #listening = false;
  /** The last attempt failed. */
  #failing = false;
  #closed = false;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  listen(
    channel: string,
    onMessage: (message: unknown) => void,
    connected: (isConnected: boolean) => void = () => {},
  ): () => void {
    const listener: Listener = { onMessage, connected };
    const known = this.#listeners.get(channel);
    if (known) known.add(listener);
    else this.#listeners.set(channel, new Set([listener]));
    if (!this.#client) void this.#connect();
    else if (this.#listening) void this.#join(this.#client, channel, listener);
    return () => this.#listeners.get(channel)?.delete(listener);
  }

  announce(channel: string, message: unknown): Promise<void> {
    return announceOnCommit(this.#options.db, channel, message);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const ended = this.#client?.end().catch(() => undefined);
    // A hanging server does not close the connection.
    await Promise.race([ended, delay(CLOSE_LIMIT_MS, undefined, { ref: false })]);
  }

  async #connect(): Promise<void> {
    const { log, address } = this.#options;
    try {
      const client = this.#open();
      await client.connect();
      this.#listening = true;
      for (const [channel, listeners] of this.#listeners) {
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        for (const listener of listeners) listener.connected(true);
      }
      this.#failing = false;
    } catch (error) {
      // Once in an outage.
      if (!this.#failing && !this.#closed)
        log.warn(
          { error: describeError(connectError(error, address)) },
          'announcements of other nodes are missed',
        );
      this.#failing = true;
      await this.#client?.end().catch(() => undefined);
      this.#lost();
    }
  }

  /** A file that the URL names may be gone: then it throws. */
  #open(): Client {
    const { address, log } = this.#options;
    const client = new Client({
      ...clientConfig(address),
      application_name: ANNOUNCEMENTS_NAME,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload));
    // An `end` follows every error.
    client.on('error', (error) =>
      log.warn({ error: describeError(error) }, 'connection for announcements of other nodes failed'),
    );
    client.on('end', () => this.#lost());
    return client;
  }

  /** Subscribes a listener that was added after the connection opened. */
  async #join(client: Client, channel: string, listener: Listener): Promise<void> {
    try {
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      listener.connected(true);
    } catch {
      await client.end().catch(() => undefined);
    }
  }

  #lost(): void {
    this.#listening = false;
    if (this.#closed) return;
    for (const listeners of this.#listeners.values())
      for (const listener of listeners) listener.connected(false);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), RECONNECT_MS).unref();
  }

  #deliver(channel: string, payload: string | undefined): void {
    for (const { onMessage } of this.#listeners.get(channel) ?? []) onMessage(JSON.parse(payload ?? 'null'));
  }
}
