import { text } from 'node:stream/consumers';

/** Where a command reads and writes. One argument is one line or more; the line end is added. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Everything on standard input. */
  readInput(): Promise<string>;
}

export const processTerminal: Terminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  readInput: () => text(process.stdin),
};
