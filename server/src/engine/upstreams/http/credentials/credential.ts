import type { ChunkedBody } from '../request-writer.ts';

/** What a signature is made over. */
export interface UnsignedRequest {
  /** Absent: POST. */
  readonly method?: 'GET';
  readonly path: string;
  readonly body: string | ChunkedBody;
}

/** Makes a server take requests, where a fixed header does not: by a token that is fetched, or by a signature of each request. */
export interface Credential {
  /**
   * Header lines of one request, each with its line end; never `host` or `content-type`. A promise only where something has to be
   * fetched, read or signed. Rejects with an `EngineFault`.
   */
  authorize(request: UnsignedRequest): string | Promise<string>;
  /** The server took a request. */
  accepted(): void;
  /** The server refused these lines. True: the next ones will differ, so that the request is worth one repeat (D-ENG-4). */
  refused(lines: string): boolean;
}
