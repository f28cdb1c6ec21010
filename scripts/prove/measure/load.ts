import { request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_KEY } from '../../../server/test-kit/index.ts';

/** One answer as its caller saw it. */
export interface CallOutcome {
  /** From the answer's head; undefined when none came. */
  readonly requestId: string | undefined;
  /** 0 when the connection broke before a head. */
  readonly status: number;
  readonly code: string | undefined;
  /** The final event arrived: `[DONE]`, or the whole JSON of a whole answer. */
  readonly complete: boolean;
  readonly elapsedMs: number;
}

export interface Call {
  readonly url: string;
  readonly key?: string;
  readonly stream: boolean;
  readonly prompt?: string;
  /** Leaves after this time. */
  readonly leaveAfterMs?: number;
  /** Waits this long before each piece it reads. */
  readonly readDelayMs?: number;
}

/** Sends one chat completion and resolves when it is over, whatever came of it. Never rejects. */
export function send(call: Call): Promise<CallOutcome> {
  const startedAt = performance.now();
  const body = JSON.stringify({
    messages: [{ role: 'user', content: call.prompt ?? 'tell me' }],
    stream: call.stream,
  });
  return new Promise((resolve) => {
    let response: IncomingMessage | undefined;
    let text = '';
    const settle = (): void => {
      clearTimeout(leaving);
      const status = response?.statusCode ?? 0;
      const { complete, code } = readOutcome(text, call.stream && status === 200);
      resolve({
        requestId: response?.headers['x-request-id'] as string | undefined,
        status,
        code,
        complete,
        elapsedMs: performance.now() - startedAt,
      });
    };
    const outgoing = request(`${call.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${call.key ?? MAIN_KEY}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
      agent: false,
    });
    const leaving =
      call.leaveAfterMs === undefined ? undefined : setTimeout(() => outgoing.destroy(), call.leaveAfterMs);
    outgoing.on('error', () => response ?? settle());
    outgoing.on('response', (incoming) => {
      response = incoming;
      void read(incoming, call.readDelayMs, (chunk) => (text += chunk)).then(settle);
    });
    outgoing.end(body);
  });
}

async function read(
  incoming: IncomingMessage,
  pauseMs: number | undefined,
  take: (chunk: string) => void,
): Promise<void> {
  incoming.setEncoding('utf8');
  try {
    for await (const chunk of incoming) {
      take(chunk as string);
      if (pauseMs !== undefined) await delay(pauseMs);
    }
  } catch {
    // Cut, by the service's end or by leaving. What had arrived by then is what counts.
  }
}

function readOutcome(text: string, streamed: boolean): { complete: boolean; code: string | undefined } {
  if (streamed)
    return { complete: text.endsWith('data: [DONE]\n\n'), code: /"code":"(\w+)"/.exec(text)?.[1] };
  try {
    const body = JSON.parse(text) as { error?: { code: string }; choices?: unknown };
    return { complete: body.choices !== undefined, code: body.error?.code };
  } catch {
    return { complete: false, code: undefined };
  }
}

/** Keeps a number of calls under way until stopped, and hands over every answer. */
export class Load {
  readonly #next: () => Call;
  readonly #took: (reply: CallOutcome) => void;
  readonly #callers: Promise<void>[];
  #stopped = false;
  /** Calls sent and not yet answered to their end. */
  inFlight = 0;

  constructor(callers: number, next: () => Call, took: (reply: CallOutcome) => void) {
    this.#next = next;
    this.#took = took;
    this.#callers = Array.from({ length: callers }, () => this.#call());
  }

  /** No new calls; resolves when those under way are over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#callers);
  }

  async #call(): Promise<void> {
    while (!this.#stopped) {
      this.inFlight++;
      const reply = await send(this.#next());
      this.inFlight--;
      this.#took(reply);
      // A dead service refuses at once; asking it in a tight loop would only take its restart's time.
      if (reply.status === 0) await delay(50);
    }
  }
}
