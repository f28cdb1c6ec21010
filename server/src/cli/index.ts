/** The operator's commands. */
export { runCommandLine } from './run-command-line.ts';
export { tuneMemory } from './tune-memory.ts';
export { processTerminal, type Terminal } from './terminal.ts';
