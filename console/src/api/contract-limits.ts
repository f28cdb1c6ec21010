import type { CALLS_LOOKED_THROUGH, COUNTED_IN_QUEUES, COUNTED_IN_WORKSPACES } from '@svc/contract';

/** Where the server stops counting, and looking through calls. Of the contract the Console has types only: another number than the contract's does not compile. */
export const COUNTED_AT_MOST: {
  readonly queues: typeof COUNTED_IN_QUEUES;
  readonly workspaces: typeof COUNTED_IN_WORKSPACES;
} = { queues: 10_000, workspaces: 1000 };

export const MAX_CALLS_LOOKED_THROUGH: typeof CALLS_LOOKED_THROUGH = 10_000;
