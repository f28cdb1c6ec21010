import type { Kysely } from 'kysely';
import { ApiError, HEADERS, type LimitValues } from '@svc/contract';
import type { CallerExchange, HttpExchange } from '#exchange';
import { AeadBox, HOUR_MS, type Clock, type Secret } from '#kit';
import type { Tables } from '#store';
import { callerOf, type Caller } from './caller.ts';
import { findAnswer, isRunningElsewhere, putAnswer, type AnswerKey } from './store.ts';

/** A request that names itself by an `Idempotency-Key`. */
export interface NamedRequest {
  readonly answerKey: AnswerKey;
  readonly bodyDigest: Buffer;
}

/** Whose answers these are. */
export type AnswerOwner = Pick<Caller, 'organizationId' | 'owner'>;

export interface KeptAnswer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

/** Answers of changes, kept so that a repetition gets the first one instead of making the change twice (D-IDEM-2). */
export class IdempotentAnswers {
  readonly #seal: AeadBox;
  readonly #clock: Clock;
  readonly #limits: () => LimitValues;
  /** Of this process. Between processes, a lock of the database does this. */
  readonly #running = new Set<string>();

  constructor(dataKey: Secret, clock: Clock, limits: () => LimitValues) {
    this.#seal = new AeadBox(dataKey, 'svc idempotent answers');
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Undefined where the request has no key; other vendors' protocols have none (COMPG-04). Throws 400 for a key of the wrong length. */
  nameOf(exchange: CallerExchange): NamedRequest | undefined {
    return this.nameFor(exchange, () => callerOf(exchange));
  }

  /** The same for a caller that is told. */
  nameFor(exchange: HttpExchange, ownerOf: () => AnswerOwner): NamedRequest | undefined {
    const key = exchange.request.headers[HEADERS.idempotencyKey];
    const { method, isForeign } = exchange.operation;
    if (method !== 'POST' || isForeign || key === undefined) return undefined;
    const most = this.#limits().idempotency_key_characters;
    if (typeof key !== 'string' || key === '' || key.length > most) {
      throw new ApiError('invalid_parameter', {
        param: 'Idempotency-Key',
        message: `Idempotency-Key must have 1 to ${most} characters.`,
      });
    }
    return {
      answerKey: answerKeyOf(exchange, ownerOf(), key),
      bodyDigest: exchange.bodyDigest ?? Buffer.alloc(0),
    };
  }

  /** The answer kept for the request, else that of `make`, which is kept in its place. Within a transaction. */
  async answerOnce(
    trx: Kysely<Tables>,
    request: NamedRequest | undefined,
    make: () => Promise<Omit<KeptAnswer, 'replayed'>>,
  ): Promise<KeptAnswer> {
    const earlier = request && (await this.find(trx, request));
    if (earlier) return earlier;
    const answer = await make();
    if (request) await this.keep(trx, request, answer);
    return { ...answer, replayed: false };
  }

  /** Throws 409 while this node works on the same request. Until `release` is called others get that. */
  claim(request: NamedRequest): { release(): void } {
    this.#requireFinishedHere(request);
    const name = JSON.stringify(request.answerKey);
    this.#running.add(name);
    return { release: () => void this.#running.delete(name) };
  }

  /** Throws 409 while another node works on the same request, and makes others throw until the transaction ends. */
  async requireAlone(trx: Kysely<Tables>, { answerKey }: NamedRequest): Promise<void> {
    if (await isRunningElsewhere(trx, answerKey)) throw stillRunning();
  }

  /**
   * The answer kept for a request that is over: any number of repetitions may read it at once. A change this node has committed and
   * not yet answered still runs, and throws 409.
   */
  findFinished(db: Kysely<Tables>, request: NamedRequest): Promise<KeptAnswer | undefined> {
    this.#requireFinishedHere(request);
    return this.find(db, request);
  }

  /** Whether the request is one that was answered before, whatever its body is. */
  async isRepetition(db: Kysely<Tables>, { answerKey }: NamedRequest): Promise<boolean> {
    return (await findAnswer(db, answerKey, this.#clock.nowMs())) !== undefined;
  }

  /** The answer kept for the request. Throws 409 when it was given to another body. */
  async find(db: Kysely<Tables>, { answerKey, bodyDigest }: NamedRequest): Promise<KeptAnswer | undefined> {
    const kept = await findAnswer(db, answerKey, this.#clock.nowMs());
    if (!kept) return undefined;
    if (!kept.bodyDigest.equals(bodyDigest))
      throw new ApiError('idempotency_key_reused', { param: 'Idempotency-Key' });
    return {
      status: kept.status,
      text: this.#seal.decrypt(kept.sealed, JSON.stringify(answerKey)),
      replayed: true,
    };
  }

  async keep(
    trx: Kysely<Tables>,
    { answerKey, bodyDigest }: NamedRequest,
    { status, text }: { status: number; text: string },
  ): Promise<void> {
    const expiresAtMs = this.#clock.nowMs() + this.#limits().idempotency_hours * HOUR_MS;
    await putAnswer(
      trx,
      answerKey,
      { bodyDigest, status, sealed: this.#seal.encrypt(text, JSON.stringify(answerKey)) },
      expiresAtMs,
    );
  }

  #requireFinishedHere({ answerKey }: NamedRequest): void {
    if (this.#running.has(JSON.stringify(answerKey))) throw stillRunning();
  }
}

/** Whose request of which kind: a key means something only there. */
function answerKeyOf(
  { request, operation }: HttpExchange,
  { organizationId, owner }: AnswerOwner,
  key: string,
): AnswerKey {
  const path = (request.url ?? '').split('?', 1)[0]!;
  return {
    organizationId,
    workspaceId: owner,
    request: `${operation.method} ${path}`,
    key,
  };
}

function stillRunning(): ApiError {
  return new ApiError('resource_conflict', {
    message: 'The first request with this Idempotency-Key is still running. Send it again in a second.',
    headers: { [HEADERS.retryAfter]: '1' },
  });
}
