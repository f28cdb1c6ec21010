import { ApiError, HEADERS, isBeta, LIMITS, type BetaFlag } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';

const MOST_FLAGS = LIMITS.beta_flags;

/** Step 4 (D-01): every flag of `svc-beta` is known, on every route, chat included (D-93). They are noted for whom they concern. */
export const requireKnownBetas: Step<HttpExchange> = (exchange) => {
  const header = exchange.request.headers[HEADERS.beta];
  if (header === undefined) return;
  const flags = String(header)
    .split(',')
    .map((flag) => flag.trim())
    .filter((flag) => flag !== '');
  if (flags.length > MOST_FLAGS || !flags.every(isBeta))
    throw new ApiError('unknown_beta', { param: HEADERS.beta });
  exchange.betas = flags;
};

/** Step 4 on routes of a preview that has a flag (VER-06). */
export function requireBeta(flag: BetaFlag): Step<HttpExchange> {
  return ({ betas }) => {
    if (!betas.includes(flag)) throw new ApiError('beta_required', { param: HEADERS.beta });
  };
}
