import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

const RESPONSE_TIMEOUT_MS = 15_000;

/** One request, or several of a kind at once. */
export interface Attack {
  readonly port: number;
  readonly head: readonly string[];
  readonly chunked: boolean;
  readonly body: Uint8Array;
  /** The head is a whole request, and what is called the body are more of them. */
  readonly pipelined?: boolean;
  readonly connections: number;
  /** Leaves the connections open, as slow senders do, until the next attack is told to `leave`. */
  readonly hold?: boolean;
  readonly leave?: boolean;
}

/** Status of each answer; 0 where the connection ended without one, -1 where there was none in time. */
export type Outcome = readonly number[];

const held: Socket[] = [];

async function send({ port, head, chunked, body, hold, pipelined }: Attack): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket
    .on('error', () => {})
    .on('data', (chunk) => (text += text.length < 100 ? chunk.toString('latin1') : ''));
  const framing = chunked
    ? 'Transfer-Encoding: chunked'
    : `Content-Length: ${pipelined ? 0 : hold ? 2 * body.length : body.length}`;
  socket.write(`${[...head, framing].join('\r\n')}\r\n\r\n`);
  socket.write(body);
  if (chunked && !hold) socket.write('0\r\n\r\n');
  if (hold) {
    held.push(socket);
    return 0;
  }
  const responded = Promise.race([once(socket, 'data'), once(socket, 'close')]).then(() =>
    Number(text.split(' ')[1] ?? 0),
  );
  const late = new Promise<number>((resolve) => setTimeout(resolve, RESPONSE_TIMEOUT_MS, -1).unref());
  const status = await Promise.race([responded, late]);
  socket.destroy();
  return status;
}

parentPort?.on('message', (attack: Attack) => {
  if (attack.leave) for (const socket of held.splice(0)) socket.destroy();
  void Promise.all(Array.from({ length: attack.connections }, () => send(attack))).then((outcome) =>
    parentPort?.postMessage(outcome),
  );
});
