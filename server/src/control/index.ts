/** The unix socket in the data directory: the lock of the directory and the control channel at once. */
export * from './acquire-control.ts';
export * from './control-client.ts';
export * from './control-refusal.ts';
export * from './data-directory-unusable-error.ts';
export * from './protocol.ts';
