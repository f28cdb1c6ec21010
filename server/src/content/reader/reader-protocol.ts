import type { DocumentFormat, DocumentPage } from '../content-part.ts';
import type { DocumentFaultReason } from './document-fault.ts';

/** To the reading process: one document, and the next only after its reply. */
export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly shape: 'pdf' | 'zip';
}

/** From it: `ready` once, then one reply for each request. */
export type ReaderMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly format: DocumentFormat; readonly pages: readonly DocumentPage[] }
  | { readonly type: 'fault'; readonly reason: DocumentFaultReason };

/** What the watchdog of a reading process looks after. */
export interface WatchdogOrders {
  /** Of memory the process may hold, the JavaScript heap and everything beside it. */
  readonly residentMb: number;
  readonly parentId: number;
}
