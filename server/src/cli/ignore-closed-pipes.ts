import type { Writable } from 'node:stream';

/**
 * A reader such as `head` may close its end of the pipe before everything is printed. The command still does its work and exits with its own
 * code: ended in the middle, it would leave a change half done. Nothing more is said, because nobody reads it.
 */
export function ignoreClosedPipes(outputs: readonly Writable[] = [process.stdout, process.stderr]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
