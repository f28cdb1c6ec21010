import type { Exchange, Step } from '#exchange';
import type { SharedRates } from '#features/limits';
import type { CredentialEpochs } from '#features/organization';
import { forgetCredential, type ForgetCredentialRooms } from './forget-credential.ts';

export interface JudgeWhenChangedRooms extends ForgetCredentialRooms {
  /** Present where several nodes share their counts. */
  readonly sharedRates: SharedRates | undefined;
  readonly epochs: CredentialEpochs;
}

/** The part of step 3 that is left where requests are not counted (D-63): one question to the counters, with several nodes only. */
export function recheckCredential(rooms: JudgeWhenChangedRooms, authenticate: Step): Step {
  const { sharedRates } = rooms;
  if (!sharedRates) return () => {};
  return async (exchange) => {
    await judgeWhenChanged(rooms, exchange, await sharedRates.readEpoch(exchange.credential.organizationId), authenticate);
  };
}

/** Judges a credential again that was changed on another node. `counted` is the epoch as the shared counters know it. */
export async function judgeWhenChanged(
  rooms: JudgeWhenChangedRooms,
  exchange: Exchange,
  counted: number | undefined,
  authenticate: Step,
): Promise<void> {
  const { keyId, organizationId } = exchange.credential;
  const epoch = counted ?? (await readEpoch(rooms, organizationId));
  if (epoch === undefined || rooms.epochs.isCurrent(keyId, epoch)) return;
  forgetCredential(rooms, exchange);
  await authenticate(exchange);
  rooms.epochs.note(keyId, epoch);
}

/** Undefined when neither the counters nor the database can tell: then what is cached stays in force. */
async function readEpoch({ epochs, sharedRates }: JudgeWhenChangedRooms, organizationId: string): Promise<number | undefined> {
  const epoch = await epochs.read(organizationId);
  if (epoch !== undefined) sharedRates?.publishEpoch(organizationId, epoch);
  return epoch;
}
