import type { Exchange, Step } from '#exchange';
import { tooLarge } from './limit-size.ts';

/**
 * Step 7 (D-01): the body's bytes, counted as they come whatever was declared (LIMIT-18). A client that waits for
 * `100 Continue` gets it only here, after every earlier refusal (D-13). Slow bodies are ended by the listener.
 */
export function readBody(limitBytes: () => number): Step {
  return (exchange) => {
    if (exchange.expectsContinue) exchange.response.writeContinue();
    return collect(exchange, limitBytes());
  };
}

function collect(exchange: Exchange, limitBytes: number): Promise<void> {
  const { request } = exchange;
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    let total = 0;
    request.on('data', (chunk: Buffer) => {
      total += chunk.length;
      if (total > limitBytes) {
        request.removeAllListeners('data');
        request.resume();
        first = rest = undefined;
        return reject(tooLarge(limitBytes));
      }
      if (!first) first = chunk;
      else (rest ??= [first]).push(chunk);
    });
    request.on('end', () => {
      exchange.bytes = rest ? Buffer.concat(rest, total) : first;
      resolve();
    });
    // Gone before the body was complete: `sequence` sees it and runs nothing further.
    request.on('close', resolve);
  });
}
