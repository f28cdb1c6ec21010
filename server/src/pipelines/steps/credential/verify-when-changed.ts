import { ApiError } from '@svc/contract';
import type { HttpExchange, KeyExchange, MatchedKey, Step } from '#exchange';
import type { SharedRates } from '#features/rate-limits';
import type { CredentialCache } from '#features/module';
import type { CredentialEpochs } from '#features/organization';
import type { Authenticate } from './authenticate.ts';
import { readBearer } from './bearer.ts';

export interface VerifyWhenChangedDeps {
  readonly credentialCaches: readonly CredentialCache[];
  /** Present if several nodes share their counts. */
  readonly sharedRates: SharedRates | undefined;
  readonly epochs: CredentialEpochs;
}

/**
 * What remains of step 3 when requests are not counted (D-63): whether another node changed the credential. The answer is at
 * hand where this node has leased the epoch.
 */
export function recheckCredential(
  deps: VerifyWhenChangedDeps,
  authenticate: Authenticate,
): Step<KeyExchange> {
  const { sharedRates } = deps;
  if (!sharedRates) return () => {};
  const finish = async (exchange: KeyExchange, epoch: ReturnType<SharedRates['readEpoch']>): Promise<void> =>
    verifyWhenChanged(deps, exchange, await epoch, authenticate);
  return (exchange) => {
    const epoch = sharedRates.readEpoch(exchange.credential.organizationId);
    const isCurrent = typeof epoch === 'number' && deps.epochs.isCurrent(exchange.key.id, epoch);
    return isCurrent ? undefined : finish(exchange, epoch);
  };
}

/**
 * Before refusing a credential, verifies it again if another node changed it: a key that works again must not
 * be refused because of this node's cache (KEY-42, ADMIN-11). Accepted credentials are checked when they are
 * counted.
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

/**
 * Verifies a credential again that another node changed. `counted` is the epoch known to Redis.
 */
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

/** Undefined when neither Redis nor the database is available: then the cached record stays valid. */
async function readEpoch(
  { epochs, sharedRates }: VerifyWhenChangedDeps,
  organizationId: string,
): Promise<number | undefined> {
  const epoch = await epochs.read(organizationId);
  if (epoch !== undefined) sharedRates?.publishEpoch(organizationId, epoch);
  return epoch;
}

/** Removes the request's credential and its organization from the caches, because another node changed it. */
function forgetCredential(
  { credentialCaches }: VerifyWhenChangedDeps,
  exchange: HttpExchange,
  key: MatchedKey,
): void {
  const { id, organizationId } = key;
  const credential = { id, organizationId, fingerprint: readBearer(exchange).print };
  for (const cache of credentialCaches) cache.forgetCredential(credential);
}
