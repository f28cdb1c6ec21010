import type { DeferredCharge } from '#exchange';

/** The charge of a reservation that has already ended: does nothing. */
export const NOTHING_DEFERRED: DeferredCharge = { arrived: () => undefined, dropped: () => undefined };
