import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Where a command reads and writes. One argument is one line or more; the line end is added. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Standard output, for what is no text. */
  readonly binaryOut: Writable;
  /** Everything on standard input. */
  readInput(): Promise<string>;
}

export const processTerminal: Terminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  binaryOut: process.stdout,
  readInput: () => text(process.stdin),
};
