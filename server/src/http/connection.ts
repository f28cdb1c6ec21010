import type { ServerResponse } from 'node:http';

/** Responses of one connection, in the order of their requests. */
export class Connection {
  /** Those that are not over. The first is being written, the others wait for it. */
  readonly unfinished = new Set<ServerResponse>();
  #latest: ServerResponse | undefined;

  add(response: ServerResponse): void {
    this.#latest = response;
    this.unfinished.add(response);
  }

  /** A response has been sent to a request that is still arriving, or part of one has been sent. */
  get isPartlySent(): boolean {
    const latest = this.#latest;
    if (latest && isPartlySent(latest)) return true;
    for (const response of this.unfinished) if (isPartlySent(response)) return true;
    return false;
  }

  /** Ends all responses as the end of the connection does, which those that wait would not notice. */
  abort(): void {
    for (const response of this.unfinished) response.destroy();
  }
}

function isPartlySent({ headersSent, req, writableFinished }: ServerResponse): boolean {
  return headersSent && !(req.complete && writableFinished);
}
