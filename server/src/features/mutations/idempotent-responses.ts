import type { Kysely } from 'kysely';
import { ApiError, HEADERS, type LimitValues } from '@svc/contract';
import type { CallerExchange, HttpExchange } from '#exchange';
import { HOUR_MS, type Clock } from '#kit';
import type { PurposeKeys, SealingRing } from '#sealing';
import type { Tables } from '#store';
import { callerOf, type Caller } from './caller.ts';
import { responsePlace, SEALED_RESPONSES } from './sealed-responses.ts';
import { findResponse, isRunningElsewhere, putResponse, type IdempotencyKey } from './store.ts';

/** A request with an `Idempotency-Key`. */
export interface IdempotentRequest {
  readonly idempotencyKey: IdempotencyKey;
  readonly bodyDigest: Buffer;
}

/** Whose stored responses these are. */
export type ResponseOwner = Pick<Caller, 'organizationId' | 'owner'>;

export interface StoredResponse {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

/** Stored responses of changes: a repeated request gets the first one instead of making the change twice (D-IDEM-2). */
export class IdempotentResponses {
  readonly #keys: PurposeKeys;
  readonly #clock: Clock;
  readonly #limits: () => LimitValues;
  /** Of this process. Between processes, a lock of the database does this. */
  readonly #running = new Set<string>();

  constructor(sealing: SealingRing, clock: Clock, limits: () => LimitValues) {
    this.#keys = sealing.keysFor(SEALED_RESPONSES.purpose);
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Undefined where the request has no key; other vendors' protocols have none (COMPG-04). Throws 400 for a key of the wrong length. */
  nameOf(exchange: CallerExchange): IdempotentRequest | undefined {
    return this.nameFor(exchange, () => callerOf(exchange));
  }

  /** The same for a caller that `ownerOf` names. */
  nameFor(exchange: HttpExchange, ownerOf: () => ResponseOwner): IdempotentRequest | undefined {
    const key = exchange.request.headers[HEADERS.idempotencyKey];
    const { method, isVendorApi } = exchange.operation;
    if (method !== 'POST' || isVendorApi || key === undefined) return undefined;
    const most = this.#limits().idempotency_key_characters;
    if (typeof key !== 'string' || key === '' || key.length > most) {
      throw new ApiError('invalid_parameter', {
        param: 'Idempotency-Key',
        message: `Idempotency-Key must have 1 to ${most} characters.`,
      });
    }
    return {
      idempotencyKey: idempotencyKeyOf(exchange, ownerOf(), key),
      bodyDigest: exchange.bodyDigest ?? Buffer.alloc(0),
    };
  }

  /** The stored response of the request, else that of `make`, which is stored. Within a transaction. */
  async respondOnce(
    trx: Kysely<Tables>,
    request: IdempotentRequest | undefined,
    make: () => Promise<Omit<StoredResponse, 'replayed'>>,
  ): Promise<StoredResponse> {
    const earlier = request && (await this.find(trx, request));
    if (earlier) return earlier;
    const response = await make();
    if (request) await this.keep(trx, request, response);
    return { ...response, replayed: false };
  }

  /**
   * Throws 409 while this node works on the same request. Until `release` is called others get that. A second `release` does nothing: the
   * key may be another request's by then.
   */
  claim(request: IdempotentRequest): { release(): void } {
    this.#requireFinishedHere(request);
    const name = JSON.stringify(request.idempotencyKey);
    this.#running.add(name);
    let held = true;
    return {
      release: () => {
        if (held) this.#running.delete(name);
        held = false;
      },
    };
  }

  /** Throws 409 while another node works on the same request, and makes others throw until the transaction ends. */
  async requireAlone(trx: Kysely<Tables>, { idempotencyKey }: IdempotentRequest): Promise<void> {
    if (await isRunningElsewhere(trx, idempotencyKey)) throw stillRunning();
  }

  /**
   * The stored response of a finished request: any number of repetitions may read it at once. A change that this node has committed but
   * not yet answered is still running, and throws 409.
   */
  findFinished(db: Kysely<Tables>, request: IdempotentRequest): Promise<StoredResponse | undefined> {
    this.#requireFinishedHere(request);
    return this.find(db, request);
  }

  /** Whether a response is stored for the idempotency key, whatever the body of the request. */
  async isRepetition(db: Kysely<Tables>, { idempotencyKey }: IdempotentRequest): Promise<boolean> {
    return (await findResponse(db, idempotencyKey, this.#clock.nowMs())) !== undefined;
  }

  /** The stored response of the request. Throws 409 if the key was used with another body. */
  async find(
    db: Kysely<Tables>,
    { idempotencyKey, bodyDigest }: IdempotentRequest,
  ): Promise<StoredResponse | undefined> {
    const kept = await findResponse(db, idempotencyKey, this.#clock.nowMs());
    if (!kept) return undefined;
    if (!kept.bodyDigest.equals(bodyDigest))
      throw new ApiError('idempotency_key_reused', { param: 'Idempotency-Key' });
    const { owner, aad } = responsePlace(idempotencyKey);
    const key = await this.#keys.of(owner);
    return {
      status: kept.status,
      text: key.openText(kept.sealed, aad),
      replayed: true,
    };
  }

  async keep(
    trx: Kysely<Tables>,
    { idempotencyKey, bodyDigest }: IdempotentRequest,
    { status, text }: { status: number; text: string },
  ): Promise<void> {
    const expiresAtMs = this.#clock.nowMs() + this.#limits().idempotency_hours * HOUR_MS;
    const { owner, aad } = responsePlace(idempotencyKey);
    const sealed = (await this.#keys.of(owner)).seal(text, aad);
    await putResponse(trx, idempotencyKey, { bodyDigest, status, sealed }, expiresAtMs);
  }

  #requireFinishedHere({ idempotencyKey }: IdempotentRequest): void {
    if (this.#running.has(JSON.stringify(idempotencyKey))) throw stillRunning();
  }
}

/** A key is unique only within its owner and the method and path of the request. */
function idempotencyKeyOf(
  { request, operation }: HttpExchange,
  { organizationId, owner }: ResponseOwner,
  key: string,
): IdempotencyKey {
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
