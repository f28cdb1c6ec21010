import type { Kysely } from 'kysely';
import { ApiError, HEADERS, type LimitValues } from '@svc/contract';
import type { Exchange } from '#exchange';
import { DataSeal, HOUR_MS, type Clock, type Secret } from '#kit';
import type { Tables } from '#store';
import { callerOf } from './caller.ts';
import { findAnswer, isRunningElsewhere, putAnswer, type AnswerPlace } from './store.ts';

/** A request that names itself by an `Idempotency-Key`, while it runs. */
export interface Claim {
  readonly place: AnswerPlace;
  readonly bodyDigest: Buffer;
  release(): void;
}

export interface KeptAnswer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

/** Answers of changes, kept so that a repetition gets the first one instead of making the change twice (D-IDEM-2). */
export class IdempotentAnswers {
  readonly #seal: DataSeal;
  readonly #clock: Clock;
  readonly #limits: () => LimitValues;
  /** Of this process. Other processes are told by a lock of the database. */
  readonly #running = new Set<string>();

  constructor(dataKey: Secret, clock: Clock, limits: () => LimitValues) {
    this.#seal = new DataSeal(dataKey, 'svc idempotent answers');
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Undefined where the request has no key. Throws 400 for a key of the wrong length and 409 while the first still runs. */
  claim(exchange: Exchange): Claim | undefined {
    const key = exchange.request.headers[HEADERS.idempotencyKey];
    if (exchange.operation.method !== 'POST' || key === undefined) return undefined;
    const most = this.#limits().idempotency_key_characters;
    if (typeof key !== 'string' || key === '' || key.length > most) {
      throw new ApiError('invalid_parameter', { param: 'Idempotency-Key', message: `Idempotency-Key must have 1 to ${most} characters.` });
    }
    const place = placeOf(exchange, key);
    const name = JSON.stringify(place);
    if (this.#running.has(name)) throw stillRunning();
    this.#running.add(name);
    return { place, bodyDigest: exchange.bodyDigest ?? Buffer.alloc(0), release: () => void this.#running.delete(name) };
  }

  /** Throws 409 while another node works on the same request, and makes others throw until the transaction ends. */
  async requireAlone(trx: Kysely<Tables>, { place }: Claim): Promise<void> {
    if (await isRunningElsewhere(trx, place)) throw stillRunning();
  }

  /** The answer kept for the claim. Throws 409 when it was given to another body. */
  async find(trx: Kysely<Tables>, { place, bodyDigest }: Claim): Promise<KeptAnswer | undefined> {
    const kept = await findAnswer(trx, place, this.#clock.nowMs());
    if (!kept) return undefined;
    if (!kept.bodyDigest.equals(bodyDigest)) throw new ApiError('idempotency_key_reused', { param: 'Idempotency-Key' });
    return { status: kept.status, text: this.#seal.open(kept.sealed, JSON.stringify(place)), replayed: true };
  }

  async keep(trx: Kysely<Tables>, { place, bodyDigest }: Claim, { status, text }: { status: number; text: string }): Promise<void> {
    const expiresAtMs = this.#clock.nowMs() + this.#limits().idempotency_hours * HOUR_MS;
    await putAnswer(trx, place, { bodyDigest, status, sealed: this.#seal.close(text, JSON.stringify(place)) }, expiresAtMs);
  }
}

/** Whose request of which kind: a key means something only there. */
function placeOf(exchange: Exchange, key: string): AnswerPlace {
  const { request, operation } = exchange;
  const { organizationId, owner } = callerOf(exchange);
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
