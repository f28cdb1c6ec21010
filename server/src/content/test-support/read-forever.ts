import { fork } from 'node:child_process';

/**
 * Runs as a process: starts a reading process whose main thread hangs as soon as it is ready, as in a stuck
 * parser, and prints its id.
 */
const HANG = `data:text/javascript,
  const send = process.send?.bind(process);
  if (send) process.send = (message) => send(message, () => { for (;;); });`;

const reading = fork(new URL('../reader/document-worker.ts', import.meta.url), ['4096'], {
  execArgv: ['--import', HANG],
});
reading.once('message', () => process.send?.(reading.pid));
