import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import type { CredentialsChanged, EpochChange } from '#cluster';
import type { OperatorCaller, OperatorExchange, Step } from '#exchange';
import { isWellFormedId } from '#features/listing';
import type { OperatorChange, OperatorInquiry, OperatorNote } from '#features/module';
import {
  runOnce,
  sendResponse,
  toResponse,
  type IdempotentResponses,
  type StoredResponse,
} from '#features/mutations';
import { describeError, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import { actorOf, placeOf, recordOperatorEvent } from './operator-events.ts';
import type { OperatorSessions } from './operator-sessions.ts';
import { findOperatorKey } from './store/keys.ts';

export interface HandleOperatorDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly responses: IdempotentResponses;
  readonly credentialsChanged: CredentialsChanged;
  readonly operatorSessions: OperatorSessions;
}

/** Answers with what `read` gives, once it is written down who asked for it, unless that is left out. */
export function handleOperatorRead(
  deps: HandleOperatorDeps,
  read: (exchange: OperatorExchange) => Promise<object>,
  { isNoted }: { readonly isNoted: boolean },
): Step<OperatorExchange> {
  return async (exchange) => {
    const body = await read(exchange);
    if (isNoted) await noteRequest(deps.db, exchange, { status: 200 }, deps.clock.nowMs());
    exchange.sink.json(200, JSON.stringify(body), ['cache-control', 'no-store']);
  };
}

/**
 * Makes one change in one transaction with its events and the stored response of its idempotency key: all exist or none. Answers when the
 * change is in force on every node. Who makes it is judged again within: they may have been removed a moment ago. `confirm` refuses by
 * throwing, ahead of the transaction; it is not asked for a stored response, since a repetition has the code that is used.
 */
export function handleOperatorChange(
  deps: HandleOperatorDeps,
  make: (change: OperatorChange, exchange: OperatorExchange) => Promise<object>,
  confirm?: (exchange: OperatorExchange) => Promise<void>,
): Step<OperatorExchange> {
  const { responses, db, credentialsChanged } = deps;
  return async (exchange) => {
    const owner = { organizationId: '', owner: exchange.operator.id };
    const request = responses.nameFor(exchange, () => owner);
    const finished = request && (await responses.findFinished(db, request));
    if (finished) {
      await requireOperator(deps, db, exchange.operator);
      return respond(deps, exchange, finished);
    }
    const claim = request && responses.claim(request);
    try {
      await confirm?.(exchange);
      const epochs: EpochChange[] = [];
      const whenCommitted: OperatorChange['whenCommitted'] = [];
      const response: StoredResponse = await db.transaction().execute(async (trx) => {
        if (request) await responses.requireAlone(trx, request);
        await requireOperator(deps, trx, exchange.operator);
        return responses.respondOnce(trx, request, async () => {
          const change = changeOf(deps, trx, exchange, { epochs, whenCommitted });
          const made = toResponse(await make(change, exchange));
          await noteRequest(trx, exchange, { status: made.status }, change.nowMs);
          return made;
        });
      });
      if (response.replayed) return await respond(deps, exchange, response);
      for (const run of whenCommitted) await run();
      if (epochs.length > 0) await credentialsChanged(epochs);
      sendResponse(exchange, response);
    } finally {
      claim?.release();
    }
  };
}

/** Answers a question to elsewhere. No transaction waits for it; its idempotency key gets the stored response all the same. */
export function handleOperatorInquiry(
  deps: HandleOperatorDeps,
  make: (inquiry: OperatorInquiry, exchange: OperatorExchange) => Promise<object>,
): Step<OperatorExchange> {
  const { db, clock, responses } = deps;
  return async (exchange) => {
    const { operator } = exchange;
    const request = responses.nameFor(exchange, () => ({ organizationId: '', owner: operator.id }));
    const note: OperatorInquiry['note'] = (told) => noteEvent(db, exchange, told, clock.nowMs());
    const response = await runOnce(deps, request, async () =>
      toResponse(await make({ operator, note }, exchange)),
    );
    await respond(deps, exchange, response);
  };
}

/** Sends what a request was answered with, once it is written down who asked. */
async function respond(
  { db, clock }: HandleOperatorDeps,
  exchange: OperatorExchange,
  response: StoredResponse,
): Promise<void> {
  await noteRequest(db, exchange, { status: response.status }, clock.nowMs());
  sendResponse(exchange, response);
}

/** Writes down what is refused, where it is known to whom. */
export function noteRefusals(
  { db, clock, log }: HandleOperatorDeps,
  response: Step<OperatorExchange>,
): Step<OperatorExchange> {
  return async (exchange) => {
    try {
      await response(exchange);
    } catch (error) {
      const [status, code] = error instanceof ApiError ? [error.status, error.code] : [500, 'internal_error'];
      if ((exchange as Partial<OperatorExchange>).operator)
        await noteRequest(db, exchange, { status, code }, clock.nowMs()).catch((cause: unknown) =>
          log.error({ error: describeError(cause) }, 'writing an operator event failed'),
        );
      throw error;
    }
  };
}

function changeOf(
  { clock }: HandleOperatorDeps,
  trx: Kysely<Tables>,
  exchange: OperatorExchange,
  afterwards: Pick<OperatorChange, 'epochs' | 'whenCommitted'>,
): OperatorChange {
  const { operator, requestId } = exchange;
  const nowMs = clock.nowMs();
  return {
    db: trx,
    operator,
    requestId,
    nowMs,
    ...afterwards,
    note: (told) => noteEvent(trx, exchange, told, nowMs),
  };
}

/** With what the transaction sees. Throws 401 for a session that ended, 403 for a role that was taken and a key that was revoked. */
async function requireOperator(
  { operatorSessions }: Pick<HandleOperatorDeps, 'operatorSessions'>,
  db: Kysely<Tables>,
  { id, sessionId }: OperatorCaller,
): Promise<void> {
  const current =
    sessionId === undefined
      ? await findOperatorKey(db, id)
      : await operatorSessions.findCurrent(db, sessionId);
  if (!current && sessionId !== undefined) throw new ApiError('session_required');
  if (current?.role !== 'operator') throw new ApiError('role_required');
}

function noteEvent(
  db: Kysely<Tables>,
  exchange: OperatorExchange,
  told: OperatorNote,
  nowMs: number,
): Promise<void> {
  return recordOperatorEvent(db, { ...told, actor: actorOf(exchange.operator), ...placeOf(exchange) }, nowMs);
}

function noteRequest(
  db: Kysely<Tables>,
  exchange: OperatorExchange,
  outcome: { readonly status: number; readonly code?: string },
  nowMs: number,
): Promise<void> {
  const { operator, operation, params } = exchange;
  const event = {
    event: 'request',
    actor: actorOf(operator),
    organizationId: organizationIn(params),
    details: { operation: operation.id, ...outcome },
  };
  return recordOperatorEvent(db, { ...event, ...placeOf(exchange) }, nowMs);
}

const isOrganizationId = isWellFormedId('organization');

/** What a path names may be any text. */
function organizationIn({ organization_id: id }: OperatorExchange['params']): string | undefined {
  return id !== undefined && isOrganizationId(id) ? id : undefined;
}
