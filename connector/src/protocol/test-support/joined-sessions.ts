import type { OpenMessage } from '../messages.ts';
import { TunnelSession, type FrameTransport } from '../tunnel-session.ts';
import type { TunnelStream } from '../tunnel-stream.ts';

/** Carries frames to the other session in turns of the event loop, or keeps them while it is held. */
class LoopTransport implements FrameTransport {
  readonly sent: Uint8Array[] = [];
  readonly #waiting: Uint8Array[] = [];
  #deliver: ((frame: Uint8Array) => void) | undefined;
  #session: TunnelSession | undefined;
  held = false;
  queuedBytes = 0;

  connect(own: TunnelSession, deliver: (frame: Uint8Array) => void): void {
    this.#session = own;
    this.#deliver = deliver;
  }

  send(frame: Uint8Array): void {
    this.sent.push(frame);
    this.queuedBytes += frame.length;
    this.#waiting.push(frame);
    setImmediate(() => this.#flush());
  }

  release(): void {
    this.held = false;
    this.#flush();
  }

  #flush(): void {
    while (!this.held && this.#waiting.length > 0) {
      const frame = this.#waiting.shift()!;
      this.queuedBytes -= frame.length;
      this.#deliver?.(frame);
    }
    this.#session?.drained();
  }
}

export interface JoinedSessions {
  readonly service: TunnelSession;
  readonly connector: TunnelSession;
  readonly toConnector: LoopTransport;
  readonly toService: LoopTransport;
  /** Calls that the connector received. */
  readonly accepted: { readonly stream: TunnelStream; readonly message: OpenMessage }[];
}

export function joinSessions(): JoinedSessions {
  const [toConnector, toService] = [new LoopTransport(), new LoopTransport()];
  const accepted: { stream: TunnelStream; message: OpenMessage }[] = [];
  const service = new TunnelSession(toConnector, { control: () => undefined });
  const connector = new TunnelSession(toService, {
    control: () => undefined,
    opened: (stream, message) => void accepted.push({ stream, message }),
  });
  toConnector.connect(service, (frame) => connector.receive(frame));
  toService.connect(connector, (frame) => service.receive(frame));
  return { service, connector, toConnector, toService, accepted };
}

export const CALL: OpenMessage = {
  callId: 'call_1',
  method: 'POST',
  url: 'http://inside:8080/mcp',
  headers: { 'content-type': 'application/json' },
  deadlineMs: 120_000,
};

/** The unread rest of a stream. */
export async function readAll(stream: TunnelStream): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await stream.read(); chunk; chunk = await stream.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
