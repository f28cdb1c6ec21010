import { WebSocket, type ClientOptions } from 'ws';
import { decodeFrame, encodeFrame } from '@svc/connector/protocol';

type FrameParts = Partial<Parameters<typeof encodeFrame>[0]>;

/** A connector that a test speaks the protocol for, as well or as badly as it likes. */
export class RawConnector {
  readonly socket: WebSocket;
  readonly frames: ReturnType<typeof decodeFrame>[] = [];
  readonly #closed: Promise<number>;
  readonly #watchers = new Set<() => void>();

  constructor(url: string, options: ClientOptions = {}, protocols: string | string[] = 'svc-tunnel.v1') {
    this.socket = new WebSocket(url, protocols, { perMessageDeflate: false, ...options });
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data: Buffer) => {
      this.frames.push(decodeFrame(data));
      for (const watch of this.#watchers) watch();
    });
    this.#closed = new Promise((resolve) => this.socket.once('close', resolve));
  }

  /** The code of the close frame; 1006 where there was none. */
  closed(): Promise<number> {
    return this.#closed;
  }

  async opened(): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN)
      await new Promise((resolve, reject) => {
        this.socket.once('open', resolve);
        this.socket.once('error', reject);
      });
    return this;
  }

  hello(fields: object = {}): void {
    this.control({ type: 'hello', protocol: 1, connector_version: 'raw', max_inflight: 64, ...fields });
  }

  control(message: object): void {
    this.frame({ type: 'control', stream: 0, payload: Buffer.from(JSON.stringify(message)) });
  }

  frame({ type = 'data', fin = false, stream = 1, payload = Buffer.alloc(0) }: FrameParts): void {
    this.socket.send(encodeFrame({ type, fin, stream, payload }));
  }

  /** The next frame of a kind that was not looked at yet. */
  async next(
    type: ReturnType<typeof decodeFrame>['type'],
  ): Promise<{ stream: number; json: () => Record<string, unknown> }> {
    for (;;) {
      const at = this.frames.findIndex((frame) => frame.type === type);
      if (at >= 0) {
        const [frame] = this.frames.splice(at, 1);
        return {
          stream: frame!.stream,
          json: () => JSON.parse(Buffer.from(frame!.payload).toString()) as Record<string, unknown>,
        };
      }
      const more = new Promise<'more'>((resolve) => this.#watchers.add(() => resolve('more')));
      const code = await Promise.race([more, this.#closed]);
      if (code !== 'more') throw new Error(`closed with ${code} before a frame of kind ${type} came`);
    }
  }

  /** Answers a call with a JSON body. */
  reply(stream: number, body: string, headers: object = { 'content-type': 'application/json' }): void {
    this.frame({ type: 'head', stream, payload: Buffer.from(JSON.stringify({ status: 200, headers })) });
    this.frame({ stream, payload: Buffer.from(body), fin: true });
  }
}

export function rawConnector(
  port: number,
  token: string | undefined,
  options: ClientOptions = {},
  protocols?: string | string[],
): RawConnector {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new RawConnector(`ws://127.0.0.1:${port}/tunnel/v1/connect`, { headers, ...options }, protocols);
}

/** One that is let in. */
export async function admitted(port: number, token: string, hello: object = {}): Promise<RawConnector> {
  const connector = await rawConnector(port, token).opened();
  connector.hello(hello);
  await connector.next('control');
  await connector.next('control');
  return connector;
}
