import { ApiError } from '@svc/contract';
import type { HttpExchange, KeyExchange, MatchedKey, Step } from '#exchange';
import type { SharedRates } from '#features/limits';
import type { CredentialCache } from '#features/module';
import type { CredentialEpochs } from '#features/organization';
import { fingerprint } from '#kit';
import type { Authenticate } from './authenticate.ts';
import { readBearer } from './bearer.ts';

export interface VerifyWhenChangedDeps {
  readonly credentialCaches: readonly CredentialCache[];
  /** Present where several nodes share their counts. */
  readonly sharedRates: SharedRates | undefined;
  readonly epochs: CredentialEpochs;
}

/** The part of step 3 that is left where requests are not counted (D-63): one question to the counters, with several nodes only. */
export function recheckCredential(
  deps: VerifyWhenChangedDeps,
  authenticate: Authenticate,
): Step<KeyExchange> {
  const { sharedRates } = deps;
  if (!sharedRates) return () => {};
  return async (exchange) => {
    await verifyWhenChanged(
      deps,
      exchange,
      await sharedRates.readEpoch(exchange.credential.organizationId),
      authenticate,
    );
  };
}

/**
 * Verifies anew what is about to be refused, where it was changed on another node: a key that works again must not be refused by
 * what this node remembers of it (KEY-42, ADMIN-11). Accepted credentials are asked about when they are counted.
 */
export function retryIfStale(deps: VerifyWhenChangedDeps, authenticate: Authenticate): Authenticate {
  const { sharedRates } = deps;
  if (!sharedRates) return authenticate;
  const verifyAgain = async (exchange: HttpExchange, refusal: unknown): Promise<void> => {
    const { key } = exchange;
    if (!key || !isRefusal(refusal)) throw refusal;
    const epoch =
      (await sharedRates.readEpoch(key.organizationId)) ?? (await readEpoch(deps, key.organizationId));
    if (epoch === undefined || deps.epochs.isCurrent(key.id, epoch)) throw refusal;
    forgetCredential(deps, exchange, key);
    try {
      await authenticate(exchange);
    } catch (error) {
      if (isRefusal(error)) deps.epochs.note(key.id, epoch);
      throw error;
    }
    deps.epochs.note(key.id, epoch);
  };
  return (exchange) => {
    try {
      return authenticate(exchange)?.catch((error: unknown) => verifyAgain(exchange, error));
    } catch (error) {
      return verifyAgain(exchange, error);
    }
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

/** Verifies a credential again that was changed on another node. `counted` is the epoch as the shared counters know it. */
export async function verifyWhenChanged(
  deps: VerifyWhenChangedDeps,
  exchange: KeyExchange,
  counted: number | undefined,
  authenticate: Authenticate,
): Promise<void> {
  const { key } = exchange;
  const { id, organizationId } = key;
  const epoch = counted ?? (await readEpoch(deps, organizationId));
  if (epoch === undefined || deps.epochs.isCurrent(id, epoch)) return;
  forgetCredential(deps, exchange, key);
  await authenticate(exchange);
  deps.epochs.note(id, epoch);
}

/** Undefined when neither the counters nor the database can tell: then what is cached stays in force. */
async function readEpoch(
  { epochs, sharedRates }: VerifyWhenChangedDeps,
  organizationId: string,
): Promise<number | undefined> {
  const epoch = await epochs.read(organizationId);
  if (epoch !== undefined) sharedRates?.publishEpoch(organizationId, epoch);
  return epoch;
}

/** The request's credential was changed elsewhere: what is cached of it and its organization goes. */
function forgetCredential(
  { credentialCaches }: VerifyWhenChangedDeps,
  { request }: HttpExchange,
  key: MatchedKey,
): void {
  const { id, organizationId } = key;
  const credential = { id, organizationId, fingerprint: fingerprint(readBearer(request).secret) };
  for (const cache of credentialCaches) cache.forgetCredential(credential);
}
