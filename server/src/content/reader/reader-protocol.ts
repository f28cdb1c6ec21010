import type { DocumentFormat, DocumentPage } from '../content-part.ts';
import type { DocumentFaultReason } from './document-fault.ts';

/** To the reading process: one request at a time; the next follows its reply. */
export type ReadRequest =
  | { readonly shape: 'pdf' | 'zip'; readonly bytes: Uint8Array }
  /** `encoding`: as named in the response header; a byte order mark takes precedence. */
  | { readonly shape: 'html'; readonly bytes: Uint8Array; readonly encoding: string | undefined }
  /** robots.txt rules, and whether they let this agent read this URL. */
  | { readonly shape: 'robots'; readonly bytes: Uint8Array; readonly url: string; readonly agent: string };

export interface DocumentReading {
  readonly format: DocumentFormat;
  readonly pages: readonly DocumentPage[];
}

/** The text a person would read on a web page. Well-formed Unicode. */
export interface PageReading {
  readonly title: string | null;
  readonly text: string;
}

/** The result of each request shape. */
export interface Readings {
  readonly pdf: DocumentReading;
  readonly zip: DocumentReading;
  readonly html: PageReading;
  readonly robots: boolean;
}

/** From the reading process: `ready` once, then one reply per request. */
export type ReaderMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly reading: Readings[keyof Readings] }
  | { readonly type: 'fault'; readonly reason: DocumentFaultReason };

/** What the watchdog of a reading process monitors. */
export interface WatchdogOrders {
  /** Memory the process may hold, including what is outside the JavaScript heap. */
  readonly residentMb: number;
  readonly parentId: number;
}
