import type { KeyExchange, Step } from '#exchange';
import type { KeyUseCounter } from '#features/keys';

export interface CountUseDeps {
  readonly keyUse: KeyUseCounter;
}

/**
 * Records that an accepted key was used, whatever the request's outcome (D-KEY-7, AUTH-39). For sign-in
 * sessions the last refresh is known instead.
 */
export function countUse({ keyUse }: CountUseDeps): Step<KeyExchange> {
  return ({ credential: { keyId }, address, receivedAtMs }) => {
    if (keyId !== null) keyUse.record(keyId, address, receivedAtMs);
  };
}
