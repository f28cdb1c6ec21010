import type { CredentialsChanged } from '#cluster';
import type { CallerExchange, Step } from '#exchange';
import { recordAudit, requestEvent, type MutationContext } from '#features/audit';
import type { RunMutation } from '#features/module';
import { runChange, type ChangeAuthor, type RunChangeDeps } from '#features/organization';
import { OrganizationScope } from '#store';
import { callerOf, sourceOf } from './caller.ts';
import type { IdempotentResponses, StoredResponse, IdempotentRequest } from './idempotent-responses.ts';
import { sendResponse, toResponse } from './to-response.ts';

export interface MutationDeps extends RunChangeDeps {
  readonly responses: IdempotentResponses;
  readonly credentialsChanged: CredentialsChanged;
}

/** Throws if the caller may no longer make changes, else returns what the change must know of them. */
export type AuthorizeCaller<E, Context> = (scope: OrganizationScope, exchange: E) => Promise<Context>;

/** The work itself, for a caller who was just authorized: refuses by throwing, else returns the body. */
export type MakeMutation<E, Context> = (
  change: MutationContext,
  exchange: E,
  context: Context,
) => Promise<object>;

/** What must not be waited for within the transaction. Refuses by throwing. */
export type PrepareChange<E> = (exchange: E) => Promise<void>;

interface ChangeParts<E, Context> extends MutationDeps {
  readonly authorize: AuthorizeCaller<E, Context>;
  readonly make: MakeMutation<E, Context>;
  readonly prepare: PrepareChange<E> | undefined;
}

interface AuthorizedCaller<Context> extends ChangeAuthor {
  readonly context: Context;
}

/**
 * Makes one change in one transaction with its audit events, the event of the request and the stored response of its idempotency
 * key: all of them exist or none. Responds when the change is in force on every node. The caller is authorized once, within the
 * transaction, and the result is given to `make`. Repeating a finished request only reads its stored response.
 */
export function handleMutation<E extends CallerExchange, Context>(
  deps: MutationDeps,
  authorize: AuthorizeCaller<E, Context>,
  make: MakeMutation<E, Context>,
  prepare?: PrepareChange<E>,
): Step<E> {
  const parts = { ...deps, authorize, make, prepare };
  return async (exchange) => {
    const request = deps.responses.nameOf(exchange);
    const finished = request && (await deps.responses.findFinished(deps.db, request));
    if (!finished) return makeOnce(parts, exchange, request);
    await authorize(new OrganizationScope(deps.db, callerOf(exchange).organizationId), exchange);
    sendResponse(exchange, finished);
  };
}

/**
 * Like `handleMutation`, for a body that `handle` reads while it arrives: a second request with the same idempotency key is refused before a
 * byte of it is read. `handle` calls `response` when it has read the body and set its digest. From then on a repetition gets the stored
 * response, whatever `handle` still does, such as removing what a repetition brought.
 */
export function handleFormMutation<E extends CallerExchange, Context>(
  deps: MutationDeps,
  authorize: AuthorizeCaller<E, Context>,
  handle: (exchange: E, run: RunMutation) => Promise<void>,
): Step<E> {
  return async (exchange) => {
    const request = deps.responses.nameOf(exchange);
    const claim = request && deps.responses.claim(request);
    try {
      await handle(exchange, async (make) => {
        const parts = { ...deps, authorize, make, prepare: undefined };
        await makeChange(parts, exchange, deps.responses.nameOf(exchange));
        claim?.release();
      });
    } finally {
      claim?.release();
    }
  };
}

async function makeOnce<E extends CallerExchange, Context>(
  parts: ChangeParts<E, Context>,
  exchange: E,
  request: IdempotentRequest | undefined,
): Promise<void> {
  const claim = request && parts.responses.claim(request);
  try {
    await parts.prepare?.(exchange);
    await makeChange(parts, exchange, request);
  } finally {
    claim?.release();
  }
}

async function makeChange<E extends CallerExchange, Context>(
  parts: ChangeParts<E, Context>,
  exchange: E,
  request: IdempotentRequest | undefined,
): Promise<void> {
  const { responses, credentialsChanged } = parts;
  const { result: response, epochs } = await runChange(parts, {
    organizationId: callerOf(exchange).organizationId,
    ahead: async (trx) => {
      if (request) await responses.requireAlone(trx, request);
    },
    authorize: (scope) => authorizeCaller(parts, scope, exchange),
    make: (change, { context }) => respondOnce(parts, change, { exchange, request, context }),
  });
  exchange.audited = !response.replayed;
  if (epochs.length > 0) await credentialsChanged(epochs);
  sendResponse(exchange, response);
}

async function authorizeCaller<E extends CallerExchange, Context>(
  { authorize }: ChangeParts<E, Context>,
  scope: OrganizationScope,
  exchange: E,
): Promise<AuthorizedCaller<Context>> {
  const context = await authorize(scope, exchange);
  return { userId: callerOf(exchange).userId, source: sourceOf(exchange), context };
}

interface Asked<E, Context> {
  readonly exchange: E;
  readonly request: IdempotentRequest | undefined;
  readonly context: Context;
}

function respondOnce<E extends CallerExchange, Context>(
  { responses, make }: ChangeParts<E, Context>,
  change: MutationContext,
  { exchange, request, context }: Asked<E, Context>,
): Promise<StoredResponse> {
  const { db: trx } = change.scope;
  return responses.respondOnce(trx, request, async () => {
    const response = toResponse(await make(change, exchange, context));
    const event = requestEvent(exchange, response.status);
    if (event) await recordAudit(trx, event, change.nowMs);
    return response;
  });
}
