/**
 * Planted in prompts, headers, paths and queries: must not appear in any log line. Keys carry the second one.
 */
export const CANARY = 'c4n4ry';
export const KEY_CANARY = 'deadc0de';
