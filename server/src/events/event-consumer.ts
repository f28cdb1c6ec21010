import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import type { EventType, OutboxEvent } from './outbox-event.ts';
import { insertCursor, lockCursor, moveCursor } from './store/cursors.ts';
import { EVENTS_RECORDED } from './record-events.ts';
import { findEventsAfter, numberEvents, type StoredEvent } from './store/outbox.ts';

/** Catches events of nodes that died before consuming them. */
const EVERY_MS = 5000;
const MAX_EVENTS = 100;

/** Consumes events of some types. */
export interface EventConsumer<Types extends EventType = EventType> {
  /** Names its cursor: a renamed consumer starts over. */
  readonly name: string;
  readonly types: readonly Types[];
  /**
   * Writes the effects of the events, in the transaction that moves the cursor: each event is consumed once,
   * by whichever node comes first. Effects outside the database are enqueued as jobs. A rejection stops the
   * consumer at these events until it succeeds.
   */
  consume(trx: Kysely<Tables>, events: readonly OutboxEvent<Types>[], nowMs: number): Promise<void>;
}

/** The periodic job that passes new events to a consumer. */
export function consumerJob<Types extends EventType>(
  consumer: EventConsumer<Types>,
  { db, clock }: { readonly db: Kysely<Tables>; readonly clock: Clock },
): PeriodicJob {
  let hasCursor = false;
  const run = async (): Promise<void> => {
    if (!hasCursor) await insertCursor(db, consumer.name);
    hasCursor = true;
    await numberEvents(db);
    while (await consumeSome(db, consumer, clock.nowMs()));
  };
  return { name: `events.${consumer.name}`, everyMs: EVERY_MS, run, startsOn: EVENTS_RECORDED };
}

/** True when there may be more. */
function consumeSome<Types extends EventType>(
  db: Kysely<Tables>,
  consumer: EventConsumer<Types>,
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const position = await lockCursor(trx, consumer.name);
    const stored = await findEventsAfter(trx, position, MAX_EVENTS);
    const last = stored.at(-1);
    if (!last) return false;
    const types: readonly string[] = consumer.types;
    const events = stored.filter(({ type }) => types.includes(type)).map((event) => toEvent<Types>(event));
    if (events.length > 0) await consumer.consume(trx, events, nowMs);
    await moveCursor(trx, consumer.name, last.position);
    return stored.length === MAX_EVENTS;
  });
}

/** Safe: only `recordEvents` writes events, each with the data of its type. */
function toEvent<Types extends EventType>(stored: StoredEvent): OutboxEvent<Types> {
  const {
    id,
    organization_id: organizationId,
    workspace_id: workspaceId,
    type,
    body,
    created_at: createdAtMs,
  } = stored;
  const { data } = JSON.parse(body) as { readonly data: unknown };
  return { id, organizationId, workspaceId, type, data, createdAtMs } as OutboxEvent<Types>;
}
