import type { EngineFault } from '#engine';
import type { Exchange } from './exchange.ts';

/**
 * How failures reach the caller. Only `http` implements it, so the public words are chosen in one place by code; the rest
 * hands over the cause and never a text.
 */
export interface ErrorRendering {
  /** Answers with the error's own status. Only before the head was sent. */
  send(exchange: Exchange, cause: unknown): void;
  /** The JSON of a failure after the head was sent: the envelope, on live chat with `stream_error` (D-14, D-30). */
  late(exchange: Exchange, cause: EngineFault | Error): string;
}
