// The floor a gateway on this runtime can reach: `node bare-proxy.ts PORT UPSTREAM_PORT`. It passes requests and
// answers through node:http and undici and does nothing else: no keys, no limits, no reading of bodies, no log.
import { createServer, type ServerResponse } from 'node:http';
import { Pool, type Dispatcher } from 'undici';

const [port, upstreamPort] = process.argv.slice(2).map(Number);
const pool = new Pool(`http://127.0.0.1:${upstreamPort}`, { pipelining: 1 });

class PassThrough implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  onRequestStart(): void {}

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[]>,
  ): void {
    const response = this.#response;
    delete headers['connection'];
    delete headers['keep-alive'];
    delete headers['transfer-encoding'];
    response.writeHead(status, headers);
    response.on('drain', () => controller.resume());
    response.on('close', () => {
      if (!response.writableFinished) controller.abort(new Error('client closed'));
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#response.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#response.end();
  }

  onResponseError(): void {
    if (this.#response.headersSent) this.#response.destroy();
    else this.#response.writeHead(502).end();
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (part: Buffer) => chunks.push(part));
  request.on('end', () => {
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    const headers = [
      'content-type',
      'application/json',
      'authorization',
      request.headers.authorization ?? '',
    ];
    pool.dispatch({ path: request.url ?? '/', method: 'POST', headers, body }, new PassThrough(response));
  });
});
server.listen({ port, host: '127.0.0.1', backlog: 4096 });
