import type { ApiError } from '@svc/contract';
import type { EngineFault } from '#engine';
import type { Exchange } from './exchange.ts';

/**
 * How failures reach the caller. Only `http` implements it, so that one place chooses the public text for
 * each code; other code passes the cause and never a text.
 */
export interface ErrorRendering {
  /** Sends the error with its own status. Only before the response head was sent. */
  send(exchange: Exchange, cause: unknown): void;
  /**
   * The JSON of a failure after the head was sent: the error envelope, on live chat with `stream_error`
   * (D-14, D-30).
   */
  late(exchange: Exchange, cause: EngineFault | Error): string;
}

/** An error as bytes. */
export interface RenderedError {
  readonly status: number;
  /** For the log: our own code, whatever the body says. */
  readonly code: string;
  readonly body: string;
  readonly headers: readonly string[];
}

/** Renders errors for operations of one style. */
export interface ErrorRenderer {
  render(error: ApiError, exchange: Exchange): RenderedError;
  /** What the final error of a broken stream is, by what broke it. Absent: that error itself. */
  late?(error: ApiError): ApiError;
}
