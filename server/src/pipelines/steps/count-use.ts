import type { Step } from '#exchange';
import type { KeyUseCounter } from '#features/keys';

export interface CountUseRooms {
  readonly keyUse: KeyUseCounter;
}

/** An accepted credential was used, whatever becomes of the request (D-KEY-7, AUTH-39). */
export function countUse({ keyUse }: CountUseRooms): Step {
  return ({ credential, address, receivedAtMs }) => keyUse.record(credential.keyId, address, receivedAtMs);
}
