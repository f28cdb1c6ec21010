import { HEADERS } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { Accepted, Created } from '#features/module';
import type { StoredResponse } from './idempotent-responses.ts';

/** What a change came to, as it is sent and kept. */
export function toResponse(made: object): Omit<StoredResponse, 'replayed'> {
  return {
    status: statusOf(made),
    text: JSON.stringify(made instanceof Created || made instanceof Accepted ? made.body : made),
  };
}

export function sendResponse(exchange: HttpExchange, { status, text, replayed }: StoredResponse): void {
  exchange.sink.json(status, text, [
    'cache-control',
    'no-store',
    ...(replayed ? [HEADERS.idempotentReplayed, 'true'] : []),
  ]);
}

function statusOf(made: object): number {
  if (made instanceof Created) return 201;
  return made instanceof Accepted ? 202 : 200;
}
