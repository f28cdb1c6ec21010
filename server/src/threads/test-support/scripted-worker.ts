import { threadId } from 'node:worker_threads';
import { serveCalls } from '../serve-calls.ts';

/** What the thread of the tests is to do. */
export type Script =
  | { readonly echo: string }
  | { readonly takeMs: number }
  | { readonly fail: string }
  | { readonly allocate: true }
  | { readonly double: Uint8Array<ArrayBuffer> };

export interface ScriptResult {
  readonly thread: number;
  readonly text: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function run(script: Script): Pick<ScriptResult, 'text' | 'bytes'> {
  const none = new Uint8Array();
  if ('echo' in script) return { text: script.echo, bytes: none };
  if ('double' in script) return { text: '', bytes: script.double.map((byte) => byte * 2) };
  if ('fail' in script) throw new Error(script.fail);
  if ('takeMs' in script) {
    for (const until = performance.now() + script.takeMs; performance.now() < until;);
    return { text: 'done', bytes: none };
  }
  for (const kept: number[][] = []; ;) kept.push(Array.from({ length: 100_000 }, Math.random));
}

serveCalls(
  (script: Script): ScriptResult => ({ thread: threadId, ...run(script) }),
  ({ bytes }) => [bytes.buffer],
);
