import { createInterface } from 'node:readline/promises';
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
  /** Asks the person who sits there. Absent: nobody does. */
  confirm?(question: string): Promise<boolean>;
}

async function askPerson(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

export const processTerminal: Terminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  binaryOut: process.stdout,
  readInput: () => text(process.stdin),
  ...(process.stdin.isTTY && process.stdout.isTTY ? { confirm: askPerson } : {}),
};
