const HEAD_END = Buffer.from('\r\n\r\n');

/** What a request asks the mock for. Anything that names no stream gets a whole answer. */
export interface MockRequest {
  readonly stream: boolean;
  readonly events: number;
  readonly delayMs: number;
  readonly includeUsage: boolean;
  /** 0 or the status to fail with (`mock-e503`). */
  readonly failWith: number;
}

export const DEFAULT_EVENTS = 64;

/** Collects the requests of one connection. Bodies are searched as bytes: parsing 200 KB of JSON would be the mock's own cost. */
export class RequestReader {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #needBytes = 0;

  /** Returns the request that these bytes complete, if any. Callers wait for the answer before they send the next one. */
  feed(bytes: Buffer): MockRequest | undefined {
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes < this.#needBytes) return undefined;
    const all = this.#chunks.length === 1 ? bytes : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    const headEnd = all.indexOf(HEAD_END);
    if (headEnd < 0) return undefined;
    const bodyStart = headEnd + HEAD_END.length;
    const bodyEnd = requestEnd(all, headEnd, bodyStart);
    this.#needBytes = bodyEnd;
    if (this.#bytes < bodyEnd) return undefined;
    this.#chunks = [];
    this.#bytes = 0;
    this.#needBytes = 0;
    return describeRequest(all.subarray(bodyStart));
  }
}

/** The offset at which the request ends; Infinity-free: an unfinished chunked body asks for one byte more. */
function requestEnd(all: Buffer, headEnd: number, bodyStart: number): number {
  const head = all.toString('latin1', 0, headEnd).toLowerCase();
  const lengthAt = head.indexOf('\r\ncontent-length:');
  if (lengthAt >= 0) return bodyStart + Number.parseInt(head.slice(lengthAt + 17), 10);
  if (!head.includes('\r\ntransfer-encoding: chunked')) return bodyStart;
  const end = all.indexOf('\r\n0\r\n\r\n', bodyStart - 2);
  return end < 0 ? all.length + 1 : end + 7;
}

/** Reads `"stream":true` and the model's name: `mock-nN-dD` asks for N events, D ms apart; a whole answer comes after D ms. */
export function describeRequest(body: Buffer): MockRequest {
  const modelAt = body.indexOf('mock-');
  const model = modelAt < 0 ? '' : body.toString('latin1', modelAt, modelAt + 32);
  return {
    stream: flagSet(body, '"stream":'),
    events: numberAfter(model, /-n(\d+)/, DEFAULT_EVENTS),
    delayMs: numberAfter(model, /-d(\d+)/, 0),
    includeUsage: flagSet(body, '"include_usage":'),
    failWith: numberAfter(model, /^mock-e(\d+)/, 0),
  };
}

function flagSet(body: Buffer, name: string): boolean {
  const at = body.indexOf(name);
  return (
    at >= 0 &&
    body
      .toString('latin1', at + name.length, at + name.length + 5)
      .trimStart()
      .startsWith('true')
  );
}

function numberAfter(text: string, pattern: RegExp, fallback: number): number {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? fallback : Number(digits);
}
