import type { CredentialsChanged } from '#cluster';
import type { CallerExchange, Step } from '#exchange';
import { recordAudit, requestEvent, type MutationContext } from '#features/audit';
import type { AnswerMutation } from '#features/module';
import { runChange, type ChangeAuthor, type RunChangeDeps } from '#features/organization';
import { OrganizationScope } from '#store';
import { callerOf, sourceOf } from './caller.ts';
import type { IdempotentAnswers, KeptAnswer, NamedRequest } from './idempotent-answers.ts';
import { sendAnswer, toAnswer } from './made-answer.ts';

export interface MutationDeps extends RunChangeDeps {
  readonly answers: IdempotentAnswers;
  readonly credentialsChanged: CredentialsChanged;
}

/** Refuses by throwing when the caller may not make changes any more, else says what the change must know of them. */
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
 * Makes one change in one transaction with its audit events, the event of the request and the answer kept for a repetition:
 * all of them exist or none. Answers when the change is in force on every node. The caller is judged once, within the transaction,
 * and what that came to is given to `make`. A repetition of a request that is over only reads.
 */
export function answerMutation<E extends CallerExchange, Context>(
  deps: MutationDeps,
  authorize: AuthorizeCaller<E, Context>,
  make: MakeMutation<E, Context>,
  prepare?: PrepareChange<E>,
): Step<E> {
  const parts = { ...deps, authorize, make, prepare };
  return async (exchange) => {
    const request = deps.answers.nameOf(exchange);
    const finished = request && (await deps.answers.findFinished(deps.db, request));
    if (!finished) return makeOnce(parts, exchange, request);
    await authorize(new OrganizationScope(deps.db, callerOf(exchange).organizationId), exchange);
    sendAnswer(exchange, finished);
  };
}

/**
 * As `answerMutation`, for a body that `handle` reads while it comes: a second request with the same key is refused before a byte of it is
 * read. `handle` calls `answer` when it is through with the body and has set its digest.
 */
export function answerForm<E extends CallerExchange, Context>(
  deps: MutationDeps,
  authorize: AuthorizeCaller<E, Context>,
  handle: (exchange: E, answer: AnswerMutation) => Promise<void>,
): Step<E> {
  return async (exchange) => {
    const request = deps.answers.nameOf(exchange);
    const claim = request && deps.answers.claim(request);
    try {
      await handle(exchange, (make) =>
        makeChange({ ...deps, authorize, make, prepare: undefined }, exchange, deps.answers.nameOf(exchange)),
      );
    } finally {
      claim?.release();
    }
  };
}

async function makeOnce<E extends CallerExchange, Context>(
  parts: ChangeParts<E, Context>,
  exchange: E,
  request: NamedRequest | undefined,
): Promise<void> {
  const claim = request && parts.answers.claim(request);
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
  request: NamedRequest | undefined,
): Promise<void> {
  const { answers, credentialsChanged } = parts;
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
  sendAnswer(exchange, answer);
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

function answerOnce<E extends CallerExchange, Context>(
  { answers, make }: ChangeParts<E, Context>,
  change: MutationContext,
  { exchange, request, context }: Asked<E, Context>,
): Promise<KeptAnswer> {
  const { db: trx } = change.scope;
  return answers.answerOnce(trx, request, async () => {
    const answer = toAnswer(await make(change, exchange, context));
    const event = requestEvent(exchange, answer.status);
    if (event) await recordAudit(trx, event, change.nowMs);
    return answer;
  });
}
