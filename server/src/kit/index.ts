/** What every room may use: clock, ids, secrets, allowlists, caches, log, the way to outside addresses. */
export * from './clock.ts';
export { DataSeal, deriveKey } from './data-seal.ts';
export * from './durations.ts';
export * from './ids.ts';
export * from './log.ts';
export * from './make-directory.ts';
export { OperatorError } from './operator-error.ts';
export { parseExact } from './parse-exact.ts';
export * from './secret.ts';
export * from './allowlist-entries.ts';
export * from './ip-allowlist.ts';
export * from './origin-allowlist.ts';
export { BatchLoader } from './batch-loader.ts';
export { RecentMap } from './recent-map.ts';
export * from './refreshing-cache.ts';
export * from './roster.ts';
export * from './outbound/index.ts';
