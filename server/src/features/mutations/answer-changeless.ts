import type { CallerExchange, Step } from '#exchange';
import type { Store } from '#store';
import type { IdempotentAnswers, IdempotentRequest, StoredResponse } from './idempotent-answers.ts';
import { sendAnswer, toAnswer } from './made-answer.ts';

export interface ChangelessDeps {
  readonly db: Store['db'];
  readonly answers: IdempotentAnswers;
}

/**
 * Answers a POST that changes nothing of the organization, such as one that calls another server. `make` runs outside of any transaction,
 * which must not wait for others. Its result is stored for repetitions all the same (D-IDEM-1): a retry that called the server again could
 * get another result than the one that was lost. `authorize` refuses by throwing, before a stored response is sent, too.
 */
export function answerChangeless<E extends CallerExchange, Context>(
  deps: ChangelessDeps,
  authorize: (exchange: E) => Promise<Context>,
  make: (exchange: E, context: Context) => Promise<object>,
): Step<E> {
  return async (exchange) => {
    const request = deps.answers.nameOf(exchange);
    const context = await authorize(exchange);
    const run = async (): Promise<Omit<StoredResponse, 'replayed'>> =>
      toAnswer(await make(exchange, context));
    sendAnswer(exchange, request ? await runOnce(deps, request, run) : { ...(await run()), replayed: false });
  };
}

async function runOnce(
  { db, answers }: ChangelessDeps,
  request: IdempotentRequest,
  run: () => Promise<Omit<StoredResponse, 'replayed'>>,
): Promise<StoredResponse> {
  const finished = await answers.findFinished(db, request);
  if (finished) return finished;
  const claim = answers.claim(request);
  try {
    const answer = await run();
    // Another node may have run the same request meanwhile. What it stored is the first response, and this node sends that.
    return await db.transaction().execute(async (trx) => {
      await answers.requireAlone(trx, request);
      return answers.answerOnce(trx, request, async () => answer);
    });
  } finally {
    claim.release();
  }
}
