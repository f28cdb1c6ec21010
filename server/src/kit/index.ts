export * from './clock.ts';
export * from './ids.ts';
export * from './log.ts';
export * from './secret.ts';
export * from './allowlist-entries.ts';
export * from './ip-allowlist.ts';
export * from './origin-allowlist.ts';
export * from './refreshing-cache.ts';
