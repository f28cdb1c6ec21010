import type { Kysely } from 'kysely';
import type { OperatorEvent, OperatorEventQuery } from '@svc/contract';
import type { HttpExchange, OperatorCaller } from '#exchange';
import { userAgentOf } from '#features/audit';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { newId, toTimestamp } from '#kit';
import type { Tables } from '#store';
import { findOperatorEvents, insertOperatorEvent, type StoredOperatorEvent } from './store/events.ts';

type Actor = OperatorEvent['actor'];

/** Whoever may open the control socket or the database. */
export const COMMAND: Actor = { type: 'command', id: null, name: null, role: null };

/** What is told of an event; the rest is nothing. */
export interface NewOperatorEvent {
  readonly event: string;
  readonly actor: Actor;
  readonly resource?: OperatorEvent['resource'];
  readonly organizationId?: string | undefined;
  readonly ipAddress?: string;
  readonly userAgent?: string | null;
  readonly requestId?: string;
  readonly changes?: OperatorEvent['changes'] | undefined;
  readonly details?: OperatorEvent['details'];
}

export function actorOf({ kind, id, name, role }: OperatorCaller): Actor {
  return { type: kind, id, name, role };
}

/** Where a request came from, as events say it. */
export function placeOf(exchange: HttpExchange) {
  return {
    ipAddress: exchange.address,
    userAgent: userAgentOf(exchange),
    requestId: exchange.requestId,
  };
}

/** Writes the event; within a transaction it exists exactly when the change does. Never updated afterwards. */
export async function recordOperatorEvent(
  db: Kysely<Tables>,
  event: NewOperatorEvent,
  nowMs: number,
): Promise<void> {
  await insertOperatorEvent(db, {
    id: newId('operevt_', nowMs),
    event: event.event,
    actor: event.actor,
    resource: event.resource ?? null,
    organization_id: event.organizationId ?? null,
    ip_address: event.ipAddress ?? null,
    user_agent: event.userAgent ?? null,
    request_id: event.requestId ?? null,
    changes: event.changes ?? {},
    details: event.details ?? {},
    created_at: nowMs,
  });
}

export function listOperatorEvents(db: Kysely<Tables>, query: OperatorEventQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findOperatorEvents(db, query.organization_id, page),
    hasPlace: isWellFormedId('operatorEvent'),
    toItem: toOperatorEvent,
    idOf: ({ id }) => id,
  });
}

function toOperatorEvent({ created_at: createdAtMs, ...row }: StoredOperatorEvent): OperatorEvent {
  return { ...row, type: 'operator_event', created_at: toTimestamp(createdAtMs) };
}
