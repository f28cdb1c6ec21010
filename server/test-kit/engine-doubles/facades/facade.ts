import type { IncomingHttpHeaders } from 'node:http';
import type { ReplyPart } from './reply-parts.ts';
import type { ChatRequest } from './chat-request.ts';

/** A request as it arrived. */
export interface VendorCall {
  readonly method: string;
  /** Path and query, still encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed JSON of an object. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An error with a status, as a server of chat completions words it. */
export interface ChatError {
  readonly status: number;
  readonly message: string;
  readonly code?: string | undefined;
}

export interface VendorError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Writes one streamed reply in the vendor's form. */
export interface ReplyWriter {
  write(part: ReplyPart): Iterable<string | Buffer>;
  /** The stream ended as it should. */
  end(): Iterable<string | Buffer>;
}

/** How a vendor writes replies. */
export interface ReplyFormat {
  error(error: ChatError): VendorError;
  whole(parts: readonly ReplyPart[]): unknown;
  stream(): ReplyWriter;
  readonly streamType: string;
}

/** A vendor's API in the terms of chat completions. */
export interface Facade {
  /** The entry of `engines` for it. */
  engine(baseUrl: string): Readonly<Record<string, unknown>>;
  /** The vendor's name of the model. */
  readonly model: string;
  /** Throws `FacadeRefusal` for what the vendor documents to refuse. */
  read(call: VendorCall): ChatRequest;
  /** How the vendor words a refusal of its own. Absent `replies`: replies are chat completions as they are. */
  readonly replies?: ReplyFormat;
}

export const EVENTS = 'text/event-stream';

/** What the vendor refuses of a request. */
export class FacadeRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a script says that the vendor's form has no place for. */
export class Inexpressible extends Error {}
