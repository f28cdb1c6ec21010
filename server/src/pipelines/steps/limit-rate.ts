import type { Step } from '#exchange';
import type { RateGroup, RequestRates, SharedRates } from '#features/limits';
import type { CredentialEpochs } from '#features/organization';
import { forgetCredential, type ForgetCredentialRooms } from './forget-credential.ts';

export interface LimitRateRooms extends ForgetCredentialRooms {
  readonly rates: RequestRates;
  /** Present where several nodes share their counts. */
  readonly sharedRates: SharedRates | undefined;
  readonly epochs: CredentialEpochs;
}

/**
 * Step 3 (D-01): requests a minute per key, counted when accepted (D-76). With several nodes the same round trip tells
 * whether the credential was changed on another one: then it is judged again, before anything else.
 */
export function limitRate(rooms: LimitRateRooms, group: RateGroup, authenticate: Step): Step {
  const { rates, sharedRates } = rooms;
  if (!sharedRates) return ({ credential }) => rates.take(group, credential.keyId, 'api_key');
  return async (exchange) => {
    const { keyId, organizationId } = exchange.credential;
    const taken = await sharedRates.take(group, organizationId, keyId);
    const epoch = taken?.epoch ?? (await readEpoch(rooms, organizationId));
    if (epoch !== undefined && !rooms.epochs.isCurrent(keyId, epoch)) {
      forgetCredential(rooms, exchange);
      await authenticate(exchange);
      rooms.epochs.note(keyId, epoch);
    }
    if (taken) rates.takeShared(group, keyId, 'api_key', taken.waitMs);
    else rates.take(group, keyId, 'api_key');
  };
}

/** Undefined when neither the counters nor the database can tell: then what is cached stays in force. */
async function readEpoch({ epochs, sharedRates }: LimitRateRooms, organizationId: string): Promise<number | undefined> {
  const epoch = await epochs.read(organizationId);
  if (epoch !== undefined) sharedRates?.publishEpoch(organizationId, epoch);
  return epoch;
}
