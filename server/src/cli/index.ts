/** The operator's commands. */
export { ignoreClosedPipes } from './ignore-closed-pipes.ts';
export { runCommandLine } from './run-command-line.ts';
export { tuneProcess } from './tune-process.ts';
export { processTerminal, type Terminal } from './terminal.ts';
