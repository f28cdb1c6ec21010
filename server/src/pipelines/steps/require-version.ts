import { ApiError, HEADERS, isPublishedVersion, NEWEST_VERSION } from '@svc/contract';
import type { Authenticated, HttpExchange, Step } from '#exchange';

/**
 * Step 4 on preview routes: `svc-version` must name a published date. Without it the key's pinned date
 * applies, else the newest (D-92). Live chat ignores the header.
 */
export const requirePublishedVersion: Step<HttpExchange & Authenticated> = (exchange) => {
  if (exchange.operation.status !== 'live') exchange.version = appliedVersion(exchange);
};

function appliedVersion({ request, credential }: HttpExchange & Authenticated): string {
  const asked = request.headers[HEADERS.version];
  if (asked === undefined) return credential.pinnedVersion ?? NEWEST_VERSION;
  if (!isPublishedVersion(String(asked))) throw new ApiError('invalid_version', { param: HEADERS.version });
  return String(asked);
}
