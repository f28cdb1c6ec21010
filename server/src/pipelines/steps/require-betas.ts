import { ApiError, betaRequired, HEADERS, parseBetas, type BetaFlag } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';

/**
 * Step 4 (D-01): refuses unknown flags in `svc-beta` on every route, including chat (D-93). Stores the flags
 * for the steps they affect. Other vendors' protocols have no flags of ours (COMPG-04).
 */
export const requireKnownBetas: Step<HttpExchange> = (exchange) => {
  const header = exchange.request.headers[HEADERS.beta];
  if (header === undefined || exchange.operation.isVendorApi) return;
  const flags = parseBetas(String(header));
  if (!flags) throw new ApiError('unknown_beta', { param: HEADERS.beta });
  exchange.betas = flags;
};

/** Step 4 on preview routes that have a flag (VER-06), which other vendors' protocols do not (COMPG-04). */
export function requireBeta(flag: BetaFlag | undefined): Step<HttpExchange> {
  return ({ betas, operation }) => {
    if (flag !== undefined && !operation.isVendorApi && !betas.includes(flag)) throw betaRequired(flag);
  };
}
