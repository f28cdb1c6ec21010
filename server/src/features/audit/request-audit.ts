import type { Kysely } from 'kysely';
import type { Exchange, MatchedKey } from '#exchange';
import { describeError, newId, type Log } from '#kit';
import type { Tables } from '#store';
import type { AuditActor, AuditEvent } from './record-audit.ts';
import { insertAuditEvents, type AuditRow } from './store/audit-events.ts';

const FLUSH_MS = 200;
const MOST_WAITING = 10_000;
const MOST_PER_STATEMENT = 500;
const MOST_PATH_CHARACTERS = 500;
/** What is noted of a request whose caller left before it was answered. */
const UNANSWERED_STATUS = 499;

/** The event every request to the Admin API leaves behind (platform contract §6.3); of its URL the path alone. */
export function requestEvent(exchange: Exchange, status: number): AuditEvent | undefined {
  const { key, request, requestId, address, operation } = exchange;
  if (!key || operation.credential !== 'admin') return undefined;
  const path = (request.url ?? '').split('?', 1)[0]!.slice(0, MOST_PATH_CHARACTERS);
  const actor = actorOf(key);
  return {
    organizationId: key.organizationId,
    workspaceId: key.workspaceId ?? null,
    event: 'admin_api.request',
    actor,
    resource: { type: actor.type, id: key.id },
    ipAddress: address,
    userAgent: request.headers['user-agent'] ?? null,
    requestId,
    details: { method: request.method ?? operation.method, path, status },
  };
}

/** The key of a request, as events name it. */
export function actorOf(key: MatchedKey): AuditActor & { readonly type: 'admin_key' | 'api_key' } {
  const type = key.workspaceId === undefined ? 'admin_key' : 'api_key';
  return { type, id: key.id, email: key.creatorEmail ?? null, role: key.creatorRole ?? null };
}

/**
 * Writes down requests to the Admin API that changed nothing, several by one statement and behind their answers; those that
 * changed something are written with the change. While the database is away they wait, up to a number.
 */
export class RequestAudit {
  readonly #db: Kysely<Tables>;
  readonly #log: Log;
  #waiting: AuditRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor({ db, log }: { db: Kysely<Tables>; log: Log }) {
    this.#db = db;
    this.#log = log;
  }

  /** Called when a request is over. */
  record(exchange: Exchange): void {
    if (exchange.audited) return;
    const { headersSent, statusCode } = exchange.response;
    const event = requestEvent(exchange, headersSent ? statusCode : UNANSWERED_STATUS);
    if (!event) return;
    if (this.#waiting.length >= MOST_WAITING) return this.#log.error({ request_id: exchange.requestId }, 'a request could not be audited');
    this.#waiting.push({ id: newId('audit_', exchange.receivedAtMs), event, nowMs: exchange.receivedAtMs });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes what waits. Never rejects: what could not be written goes on waiting. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#flushing = this.#flushing.then(() => this.#write()));
  }

  async close(): Promise<void> {
    await this.flush();
  }

  async #write(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    try {
      while (rows.length > 0) {
        await insertAuditEvents(this.#db, rows.slice(0, MOST_PER_STATEMENT));
        rows.splice(0, MOST_PER_STATEMENT);
      }
    } catch (error) {
      this.#waiting.unshift(...rows);
      this.#timer ??= setTimeout(() => void this.flush(), 10 * FLUSH_MS).unref();
      this.#log.warn({ error: describeError(error), requests: rows.length }, 'requests could not be audited; it is tried again');
    }
  }
}
