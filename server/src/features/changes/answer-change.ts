import { HEADERS } from '@svc/contract';
import type { CredentialsChanged } from '#cluster';
import type { CallerExchange, Step } from '#exchange';
import { recordAudit, requestEvent, type Change } from '#features/audit';
import { Created } from '#features/module';
import { runChange, type ChangeAuthor, type RunChangeDeps } from '#features/organization';
import { OrganizationScope } from '#store';
import { callerOf, sourceOf } from './caller.ts';
import type { IdempotentAnswers, KeptAnswer, NamedRequest } from './idempotent-answers.ts';

export interface ChangeDeps extends RunChangeDeps {
  readonly answers: IdempotentAnswers;
  readonly credentialsChanged: CredentialsChanged;
}

/** Refuses by throwing when the caller may not make changes any more, else says what the change must know of them. */
export type AuthorizeCaller<E, Context> = (scope: OrganizationScope, exchange: E) => Promise<Context>;

/** The work itself, of a caller who was just judged: refuses by throwing, else gives the body of the answer. */
export type MakeChange<E, Context> = (change: Change, exchange: E, context: Context) => Promise<object>;

interface ChangeParts<E, Context> extends ChangeDeps {
  readonly authorize: AuthorizeCaller<E, Context>;
  readonly make: MakeChange<E, Context>;
}

interface AuthorizedCaller<Context> extends ChangeAuthor {
  readonly context: Context;
}

/**
 * Makes one change in one transaction with its audit events, the event of the request and the answer kept for a repetition:
 * all of them exist or none. Answers when the change is in force on every node. The caller is judged once, within the transaction,
 * and what that came to is given to `make`. A repetition of a request that is over only reads.
 */
export function answerChange<E extends CallerExchange, Context>(
  deps: ChangeDeps,
  authorize: AuthorizeCaller<E, Context>,
  make: MakeChange<E, Context>,
): Step<E> {
  const parts = { ...deps, authorize, make };
  return async (exchange) => {
    const request = deps.answers.nameOf(exchange);
    const finished = request && (await deps.answers.findFinished(deps.db, request));
    if (!finished) return makeOnce(parts, exchange, request);
    await authorize(new OrganizationScope(deps.db, callerOf(exchange).organizationId), exchange);
    send(exchange, finished);
  };
}

async function makeOnce<E extends CallerExchange, Context>(
  parts: ChangeParts<E, Context>,
  exchange: E,
  request: NamedRequest | undefined,
): Promise<void> {
  const { answers, credentialsChanged } = parts;
  const claim = request && answers.claim(request);
  try {
    const { result: answer, epochs } = await runChange(parts, {
      organizationId: callerOf(exchange).organizationId,
      ahead: async (trx) => {
        if (request) await answers.requireAlone(trx, request);
      },
      authorize: (scope) => authorizeCaller(parts, scope, exchange),
      make: (change, { context }) => answerOnce(parts, change, { exchange, request, context }),
    });
    exchange.audited = !answer.replayed;
    if (epochs.length > 0) await credentialsChanged(epochs);
    send(exchange, answer);
  } finally {
    claim?.release();
  }
}

function send(exchange: CallerExchange, { status, text, replayed }: KeptAnswer): void {
  exchange.sink.json(status, text, [
    'cache-control',
    'no-store',
    ...(replayed ? [HEADERS.idempotentReplayed, 'true'] : []),
  ]);
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
  readonly request: NamedRequest | undefined;
  readonly context: Context;
}

async function answerOnce<E extends CallerExchange, Context>(
  { answers, make }: ChangeParts<E, Context>,
  change: Change,
  { exchange, request, context }: Asked<E, Context>,
): Promise<KeptAnswer> {
  const { db: trx } = change.scope;
  const earlier = request && (await answers.find(trx, request));
  if (earlier) return earlier;
  const made = await make(change, exchange, context);
  const answer = {
    status: made instanceof Created ? 201 : 200,
    text: JSON.stringify(made instanceof Created ? made.body : made),
  };
  const event = requestEvent(exchange, answer.status);
  if (event) await recordAudit(trx, event, change.nowMs);
  if (request) await answers.keep(trx, request, answer);
  return { ...answer, replayed: false };
}
