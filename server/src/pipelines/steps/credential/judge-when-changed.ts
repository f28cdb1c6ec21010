import { ApiError } from '@svc/contract';
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

/**
 * Judges anew what is about to be refused, where it was changed on another node: a key that works again must not be refused by
 * what this node remembers of it (KEY-42, ADMIN-11). Accepted credentials are asked about when they are counted.
 */
export function refuseWhenCurrent(rooms: JudgeWhenChangedRooms, authenticate: Step): Step {
  const { sharedRates } = rooms;
  if (!sharedRates) return authenticate;
  const judgeAnew = async (exchange: Exchange, refusal: unknown): Promise<void> => {
    const { key } = exchange;
    if (!key || !isRefusal(refusal)) throw refusal;
    const epoch = (await sharedRates.readEpoch(key.organizationId)) ?? (await readEpoch(rooms, key.organizationId));
    if (epoch === undefined || rooms.epochs.isCurrent(key.id, epoch)) throw refusal;
    forgetCredential(rooms, exchange, key.organizationId);
    try {
      await authenticate(exchange);
    } catch (error) {
      if (isRefusal(error)) rooms.epochs.note(key.id, epoch);
      throw error;
    }
    rooms.epochs.note(key.id, epoch);
  };
  return (exchange) => {
    try {
      return authenticate(exchange)?.catch((error: unknown) => judgeAnew(exchange, error));
    } catch (error) {
      return judgeAnew(exchange, error);
    }
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

/** Judges a credential again that was changed on another node. `counted` is the epoch as the shared counters know it. */
export async function judgeWhenChanged(
  rooms: JudgeWhenChangedRooms,
  exchange: Exchange,
  counted: number | undefined,
  authenticate: Step,
): Promise<void> {
  const { id, organizationId } = exchange.key!;
  const epoch = counted ?? (await readEpoch(rooms, organizationId));
  if (epoch === undefined || rooms.epochs.isCurrent(id, epoch)) return;
  forgetCredential(rooms, exchange, organizationId);
  await authenticate(exchange);
  rooms.epochs.note(id, epoch);
}

/** Undefined when neither the counters nor the database can tell: then what is cached stays in force. */
async function readEpoch({ epochs, sharedRates }: JudgeWhenChangedRooms, organizationId: string): Promise<number | undefined> {
  const epoch = await epochs.read(organizationId);
  if (epoch !== undefined) sharedRates?.publishEpoch(organizationId, epoch);
  return epoch;
}
