/** Done, or nothing was wrong. */
export const OK = 0;
/** Refused or failed; the message says why. */
export const FAILED = 1;
/** The command line is wrong. */
export const USAGE = 2;

export type ExitCode = typeof OK | typeof FAILED | typeof USAGE;
