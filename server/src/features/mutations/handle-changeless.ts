import type { CallerExchange, Step } from '#exchange';
import type { Store } from '#store';
import type { IdempotentResponses, IdempotentRequest, StoredResponse } from './idempotent-responses.ts';
import { sendResponse, toResponse } from './to-response.ts';

export interface ChangelessDeps {
  readonly db: Store['db'];
  readonly responses: IdempotentResponses;
}

/**
 * Answers a POST that changes nothing of the organization, such as one that calls another server. `make` runs outside of any transaction,
 * which must not wait for others. Its result is stored for repetitions all the same (D-IDEM-1): a retry that called the server again could
 * get another result than the one that was lost. `authorize` refuses by throwing, before a stored response is sent, too.
 */
export function handleChangeless<E extends CallerExchange, Context>(
  deps: ChangelessDeps,
  authorize: (exchange: E) => Promise<Context>,
  make: (exchange: E, context: Context) => Promise<object>,
): Step<E> {
  return async (exchange) => {
    const request = deps.responses.nameOf(exchange);
    const context = await authorize(exchange);
    const run = async (): Promise<Omit<StoredResponse, 'replayed'>> =>
      toResponse(await make(exchange, context));
    sendResponse(exchange, await runOnce(deps, request, run));
  };
}

/** Runs it outside of any transaction, and stores the result under the request's idempotency key, if it has one. */
export async function runOnce(
  { db, responses }: ChangelessDeps,
  request: IdempotentRequest | undefined,
  run: () => Promise<Omit<StoredResponse, 'replayed'>>,
): Promise<StoredResponse> {
  if (!request) return { ...(await run()), replayed: false };
  const finished = await responses.findFinished(db, request);
  if (finished) return finished;
  const claim = responses.claim(request);
  try {
    // Again, now that no other request of this node can begin: one may have run and ended while the first look was under way. The first
    // look is not made within the claim, so that repetitions of a finished request do not refuse each other.
    const justFinished = await responses.find(db, request);
    if (justFinished) return justFinished;
    const response = await run();
    // Another node may have run the same request meanwhile. What it stored is the first response, and this node sends that.
    return await db.transaction().execute(async (trx) => {
      await responses.requireAlone(trx, request);
      return responses.respondOnce(trx, request, async () => response);
    });
  } finally {
    claim.release();
  }
}
