/** Settings that a reload checks and does not apply: sockets and storage are opened once. */
export const PATHS_READ_AT_START: ReadonlySet<string> = new Set(['network.trusted_proxies', 'storage']);
