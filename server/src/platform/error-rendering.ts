import type { DeploymentConfig } from '#config';
import type { ErrorRendering } from '#exchange';
import { compatErrors } from '#features/compat';
import { createErrorRendering } from '#http';
import type { Log } from '#kit';
import { Overload } from './overload.ts';
import { toApiError } from './to-api-error.ts';

/** How failures reach callers, in our own forms and in those of other vendors. */
export function renderErrors(log: Log, config: () => DeploymentConfig): ErrorRendering {
  const overload = new Overload(() => config().limits.overloaded_retry_after_max_s);
  return createErrorRendering(
    log,
    (cause, exchange) =>
      overload.rename(toApiError(cause, exchange, config().limits), exchange, performance.now()),
    compatErrors(() => config().compat),
  );
}
