import type { DocumentFormat, DocumentPage } from '../content-part.ts';
import type { DocumentFaultReason } from './document-fault.ts';

/** To the reading process: one thing to read, and the next only after its reply. */
export type ReadRequest =
  | { readonly shape: 'pdf' | 'zip'; readonly bytes: Uint8Array }
  /** `encoding`: as the answer's header names it; a mark in the bytes outranks it. */
  | { readonly shape: 'html'; readonly bytes: Uint8Array; readonly encoding: string | undefined }
  /** Rules for robots, and whether they let this agent read this URL. */
  | { readonly shape: 'robots'; readonly bytes: Uint8Array; readonly url: string; readonly agent: string };

export interface DocumentReading {
  readonly format: DocumentFormat;
  readonly pages: readonly DocumentPage[];
}

/** What a person would read of a web page. Well-formed Unicode. */
export interface PageReading {
  readonly title: string | null;
  readonly text: string;
}

/** What comes of each shape. */
export interface Readings {
  readonly pdf: DocumentReading;
  readonly zip: DocumentReading;
  readonly html: PageReading;
  readonly robots: boolean;
}

/** From it: `ready` once, then one reply for each request. */
export type ReaderMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly reading: Readings[keyof Readings] }
  | { readonly type: 'fault'; readonly reason: DocumentFaultReason };

/** What the watchdog of a reading process looks after. */
export interface WatchdogOrders {
  /** Of memory the process may hold, the JavaScript heap and everything beside it. */
  readonly residentMb: number;
  readonly parentId: number;
}
