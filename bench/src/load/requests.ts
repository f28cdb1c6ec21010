import type { LoadTarget } from './job.ts';

/** Hands out ready-made requests, one per header set, in rotation. */
export class Requests {
  readonly #buffers: readonly Buffer[];
  #next = 0;

  constructor(target: LoadTarget) {
    const body = Buffer.from(target.body);
    this.#buffers = target.headerSets.map((headers) =>
      Buffer.concat([Buffer.from(requestHead(target, headers, body.length)), body]),
    );
  }

  /** Each one once. */
  get all(): readonly Buffer[] {
    return this.#buffers;
  }

  take(): Buffer {
    const request = this.#buffers[this.#next];
    if (!request) throw new Error('a load target needs at least one header set');
    this.#next = (this.#next + 1) % this.#buffers.length;
    return request;
  }
}

function requestHead(target: LoadTarget, headers: readonly string[], lengthBytes: number): string {
  const fixed = [
    `host: 127.0.0.1:${target.port}`,
    'content-type: application/json',
    'accept: */*',
    'user-agent: svc-bench',
  ];
  return [
    `POST ${target.path} HTTP/1.1`,
    ...fixed,
    ...headers,
    `content-length: ${lengthBytes}`,
    '',
    '',
  ].join('\r\n');
}
