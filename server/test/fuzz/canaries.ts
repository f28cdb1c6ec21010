/** Planted in prompts, headers, paths and queries: must be in no log line. Keys carry the second one. */
export const CANARY = 'c4n4ry';
export const KEY_CANARY = 'deadc0de';
