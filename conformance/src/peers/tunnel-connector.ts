import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from '../deployments/deployment.ts';

const PATH = '/tunnel/v1/connect';
const HEAD_BYTES = 12;
const DATA_BYTES = 65_536;
const CREDIT_BYTES = 262_144;
const TIMEOUT_MS = 10_000;
const FIN = 1;
const TYPE = { open: 0, head: 1, data: 2, window: 3, reset: 4, control: 5 } as const;

/** One call as the service sends it. */
export interface TunnelCall {
  readonly callId: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly deadlineMs: number;
  readonly body: string;
}

/** What becomes of a call: the body of a JSON reply, a cut connection, or nothing at all. */
export type TunnelReply = { readonly json: string } | 'cut' | 'hang';

type Responder = (call: TunnelCall) => TunnelReply;

/** As it is sent. */
interface OpenPayload extends Pick<TunnelCall, 'method' | 'url' | 'headers'> {
  readonly call_id: string;
  readonly deadline_ms: number;
}

interface Stream {
  readonly open: Omit<TunnelCall, 'body'>;
  readonly chunks: Buffer[];
  credit: number;
  granted: () => void;
}

interface ConnectorOptions {
  readonly token: string;
  readonly respond?: Responder;
  readonly hello?: object;
}

/** A connector made of what the protocol's document says. Its calls go nowhere but to `respond`. */
export class TunnelConnector {
  readonly calls: TunnelCall[] = [];
  readonly controls: Readonly<Record<string, unknown>>[] = [];
  readonly #socket: WebSocket;
  readonly #respond: Responder;
  readonly #streams = new Map<number, Stream>();
  readonly #closed: Promise<number>;

  constructor(deployment: Deployment, { token, respond = () => 'hang', hello = {} }: ConnectorOptions) {
    this.#respond = respond;
    const options = { protocols: ['svc-tunnel.v1'], headers: { authorization: `Bearer ${token}` } };
    // The headers are Node's addition, which the browser's type does not have.
    this.#socket = new WebSocket(deployment.baseUrl.replace(/^http/, 'ws') + PATH, options as never);
    this.#socket.binaryType = 'arraybuffer';
    this.#closed = new Promise((resolve) =>
      this.#socket.addEventListener('close', ({ code }) => resolve(code)),
    );
    this.#socket.addEventListener('open', () =>
      this.#control({
        type: 'hello',
        protocol: 1,
        connector_version: 'conformance',
        max_inflight: 64,
        ...hello,
      }),
    );
    this.#socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) =>
      this.#received(Buffer.from(data)),
    );
  }

  /** The code of the close frame. */
  async closeCode(): Promise<number> {
    const code = await Promise.race([this.#closed, delay(TIMEOUT_MS, undefined, { ref: false })]);
    if (code === undefined) throw new Error('the service did not close the connection');
    return code;
  }

  /** Resolves when the service has let it in and told it the targets. */
  async online(): Promise<this> {
    return this.until(() => this.controls.some(({ type }) => type === 'config'), 'was not let in');
  }

  async until(condition: () => boolean, otherwise: string): Promise<this> {
    for (const endMs = Date.now() + TIMEOUT_MS; !condition(); await delay(10))
      if (Date.now() > endMs) throw new Error(`the connector ${otherwise}`);
    return this;
  }

  close(): void {
    this.#socket.close();
  }

  #received(frame: Buffer): void {
    const [type, number] = [frame[1], frame.readUInt32BE(4)];
    const payload = frame.subarray(HEAD_BYTES);
    const stream = this.#streams.get(number);
    if (type === TYPE.control) this.controls.push(parse(payload));
    else if (type === TYPE.open) this.#opened(number, payload);
    else if (type === TYPE.data) {
      stream?.chunks.push(payload);
      if (payload.length > 0) this.#send(TYPE.window, number, uint32(payload.length));
    } else if (type === TYPE.window && stream) {
      stream.credit += payload.readUInt32BE(0);
      stream.granted();
    } else if (type === TYPE.reset) this.#streams.delete(number);
    if (type !== TYPE.control && (frame.readUInt16BE(2) & FIN) !== 0) void this.#reply(number);
  }

  #opened(number: number, payload: Buffer): void {
    const { call_id: callId, deadline_ms: deadlineMs, ...rest } = parse(payload) as unknown as OpenPayload;
    const open = { callId, deadlineMs, ...rest };
    this.#streams.set(number, { open, chunks: [], credit: CREDIT_BYTES, granted: () => undefined });
  }

  async #reply(number: number): Promise<void> {
    const stream = this.#streams.get(number);
    if (!stream) return;
    const call = { ...stream.open, body: Buffer.concat(stream.chunks).toString() };
    this.calls.push(call);
    const reply = this.#respond(call);
    if (reply === 'cut') return this.close();
    if (reply === 'hang') return;
    const head = { status: 200, headers: { 'content-type': 'application/json' } };
    this.#send(TYPE.head, number, Buffer.from(JSON.stringify(head)));
    const body = Buffer.from(reply.json);
    for (let at = 0; at < body.length;) {
      if (stream.credit === 0) await new Promise<void>((resolve) => (stream.granted = resolve));
      if (this.#streams.get(number) !== stream) return;
      const delta = body.subarray(at, at + Math.min(DATA_BYTES, stream.credit));
      stream.credit -= delta.length;
      at += delta.length;
      this.#send(TYPE.data, number, delta, at === body.length);
    }
  }

  #control(message: object): void {
    this.#send(TYPE.control, 0, Buffer.from(JSON.stringify(message)));
  }

  #send(type: number, stream: number, payload: Uint8Array, fin = false): void {
    const head = Buffer.alloc(HEAD_BYTES);
    head.set([1, type]);
    head.writeUInt16BE(fin ? FIN : 0, 2);
    head.writeUInt32BE(stream, 4);
    head.writeUInt32BE(payload.length, 8);
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(Buffer.concat([head, payload]));
  }
}

function parse(payload: Buffer): Readonly<Record<string, unknown>> {
  return JSON.parse(payload.toString()) as Readonly<Record<string, unknown>>;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
