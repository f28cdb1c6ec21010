import type { KeyExchange, Step } from '#exchange';
import type { KeyUseCounter } from '#features/keys';

export interface CountUseDeps {
  readonly keyUse: KeyUseCounter;
}

/** An accepted key was used, whatever becomes of the request (D-KEY-7, AUTH-39). Of sign-in sessions it is known when they were refreshed. */
export function countUse({ keyUse }: CountUseDeps): Step<KeyExchange> {
  return ({ credential: { keyId }, address, receivedAtMs }) => {
    if (keyId !== null) keyUse.record(keyId, address, receivedAtMs);
  };
}
