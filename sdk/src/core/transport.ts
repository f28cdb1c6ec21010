import type { Call, RequestOptions } from './call.ts';
import { startDeadline } from './deadline.ts';
import { readApiError } from './error-body.ts';
import { ConnectionError, NoAnswerError, SvcError } from './errors.ts';
import { prepareRequest, type PreparedRequest, type RequestSettings } from './request.ts';
import { pauseBeforeRetryMs } from './retry.ts';

export interface TransportSettings extends RequestSettings {
  readonly fetch: typeof fetch;
  readonly maxRetries: number;
  readonly timeoutMs: number;
}

/** An answer that has begun, with a way to hang up. */
export interface OpenResponse {
  readonly response: Response;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  abort(): void;
}

/** Sends calls, again where that is right (inference contract §7.4), and turns what is no success into errors. */
export interface Transport {
  /** The JSON of the answer; undefined when it is empty. */
  json<Result>(call: Call, options?: RequestOptions): Promise<Result>;
  text(call: Call, options?: RequestOptions): Promise<string>;
  /** The answer as soon as it begins. From then on nothing is repeated. */
  open(call: Call, options?: RequestOptions): Promise<OpenResponse>;
}

/** What Node's fetch says when there was nobody to send to. Browsers do not tell. */
const NEVER_SENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function connectionError(error: unknown): ConnectionError {
  const cause = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined) : undefined;
  if (NEVER_SENT.has(cause?.code))
    return new ConnectionError('The service cannot be reached. Check the base URL.', false, error);
  return new ConnectionError('The connection broke before the answer was complete.', true, error);
}

/** Rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

async function readJson({ response }: OpenResponse): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

export function createTransport(settings: TransportSettings): Transport {
  /** One try. Its time ends when `read` is through. */
  const attempt = async <Result>(
    { url, init, upload }: PreparedRequest,
    { signal, timeoutMs = settings.timeoutMs }: RequestOptions,
    read: (reply: OpenResponse) => Promise<Result> | Result,
  ): Promise<Result> => {
    const deadline = startDeadline(timeoutMs, () => new NoAnswerError(timeoutMs), signal);
    const request = { ...init, signal: deadline.signal };
    try {
      const response = upload
        ? await upload.send(settings.fetch, url, request)
        : await settings.fetch(url, request);
      if (!response.ok) throw readApiError(response, await response.text());
      return await read({ response, signal, abort: () => deadline.abort() });
    } catch (error) {
      // The platforms differ in what they throw when a body is given up.
      if (deadline.signal.aborted) throw deadline.signal.reason;
      throw error instanceof SvcError ? error : connectionError(error);
    } finally {
      deadline.clear();
    }
  };

  const send = async <Result>(
    call: Call,
    options: RequestOptions,
    read: (reply: OpenResponse) => Promise<Result> | Result,
  ): Promise<Result> => {
    const request = prepareRequest(settings, call, options);
    const { signal, maxRetries = settings.maxRetries } = options;
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(request, options, read);
      } catch (error) {
        const pauseMs =
          signal?.aborted || retries >= maxRetries
            ? undefined
            : pauseBeforeRetryMs(error, retries, call.repetition);
        if (pauseMs === undefined) throw error;
        await pause(pauseMs, signal);
      }
    }
  };

  return {
    json: <Result>(call: Call, options: RequestOptions = {}) =>
      send(call, options, readJson) as Promise<Result>,
    text: (call, options = {}) => send(call, options, ({ response }) => response.text()),
    open: (call, options = {}) => send(call, options, (reply) => reply),
  };
}
