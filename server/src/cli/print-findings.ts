import { type ExitCode, FAILED, OK } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

interface Finding {
  readonly property: string;
  readonly broken: readonly string[];
}

/** A line for each property, and below it the places where it does not hold. */
export function printFindings(terminal: Terminal, findings: readonly Finding[]): ExitCode {
  for (const { property, broken } of findings) {
    terminal.out(`${broken.length === 0 ? 'ok  ' : 'FAIL'} ${property}`);
    for (const place of broken) terminal.out(`       ${place}`);
  }
  return findings.every(({ broken }) => broken.length === 0) ? OK : FAILED;
}
