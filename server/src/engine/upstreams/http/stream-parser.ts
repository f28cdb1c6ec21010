import { EventStreamParser } from './event-stream-parser.ts';
import { SseParser } from './sse-parser.ts';

/** Receives the data of one event; false ends the reading. `isError`: the event reports an error. */
export type StreamListener = (data: string, isError: boolean) => boolean;

/** Takes the events of one response out of packets that are cut anywhere. */
export interface StreamParser {
  /** Throws `EngineFault('broken')` for what breaks the framing or exceeds its limits. */
  push(packet: Buffer): void;
  /** The stream has ended. Throws if it ended inside an event. */
  finish(): void;
}

/** How the events of a response are framed. */
export type Framing = 'lines' | 'frames';

export function createStreamParser(framing: Framing, listener: StreamListener): StreamParser {
  return framing === 'frames' ? new EventStreamParser(listener) : new SseParser(listener);
}
