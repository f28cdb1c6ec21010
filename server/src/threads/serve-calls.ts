import { parentPort, type Transferable } from 'node:worker_threads';

/**
 * The thread's side of a `WorkerHost`: replies to each call. `transferOf` names memory of a response that passes to the caller.
 * An error of `reply` ends the thread, because what it holds of other calls could be broken: expected failures are responses.
 */
export function serveCalls<Response>(
  reply: (request: never) => Response,
  transferOf: (response: Response) => readonly Transferable[] = () => [],
): void {
  const port = parentPort!;
  port.on('message', (request: unknown) => {
    // Safe: only the host sends, and its type says what.
    const response = reply(request as never);
    port.postMessage(response, transferOf(response));
  });
  port.postMessage('ready');
}

/** The same for replies that are promised. Calls still get theirs in order, one at a time. */
export function serveAsyncCalls<Response>(reply: (request: never) => Promise<Response>): void {
  const port = parentPort!;
  let last: Promise<void> = Promise.resolve();
  port.on('message', (request: unknown) => {
    // Safe, as above. Nothing handles an error, which ends the thread.
    last = last.then(async () => port.postMessage(await reply(request as never)));
  });
  port.postMessage('ready');
}
