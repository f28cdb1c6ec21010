import { ApiError } from '@svc/contract';
import type { Authenticated, Rated, RateTicket, Selected, Step } from '#exchange';
import type { ModelCall, ModelRates, RateOverrides } from '#features/rate-limits';
import type { ModelCatalog } from '#features/models';

export interface LimitModelRateDeps {
  readonly modelRates: ModelRates;
  readonly rateOverrides: RateOverrides;
  readonly catalog: () => ModelCatalog;
}

/** Assumed bytes per prompt token until the engine has counted (D-RATE-4). */
const BYTES_PER_TOKEN = 4;

/**
 * Limits requests and tokens per minute of the chosen model (D-77), right after the selection, because the
 * model is not known earlier.
 */
export function limitModelRate(deps: LimitModelRateDeps): Step<Authenticated & Selected, Rated> {
  return (exchange) => keep(exchange, take(deps, exchange, exchange.credential.workspaceId));
}

/** Reserves the tokens of one embeddings call from the organization's limit per minute (D-63). */
export function limitEmbeddingsRate(
  deps: Pick<LimitModelRateDeps, 'modelRates' | 'catalog'>,
): Step<Authenticated & Selected, Rated> {
  return (exchange) => {
    const { credential, admission } = exchange;
    const tokens = {
      organizationId: credential.organizationId,
      tier: tierOf(deps, credential),
      key: limitedKey(exchange),
      inputTokens: admission.promptTokens!,
    };
    return keep(exchange, deps.modelRates.takeEmbeddings(tokens));
  };
}

function keep({ admission }: Selected, taken: RateTicket | Promise<RateTicket>): void | Promise<void> {
  if (taken instanceof Promise) return taken.then((ticket) => void (admission.rates = ticket));
  admission.rates = taken;
}

function tierOf(
  { catalog }: Pick<LimitModelRateDeps, 'catalog'>,
  { plan, ownRates }: Authenticated['credential'],
): ModelCall['tier'] {
  const tier = ownRates.tier ?? catalog().plan(plan)?.tier;
  if (!tier) throw new ApiError('plan_check_unavailable');
  return tier;
}

function limitedKey({ credential: { keyId, restrictions } }: Authenticated): ModelCall['key'] {
  if (!restrictions?.tokensPerMinute || keyId === null) return undefined;
  return { id: keyId, name: restrictions.keyName, limits: restrictions.tokensPerMinute };
}

function take(
  deps: LimitModelRateDeps,
  exchange: Authenticated & Selected,
  workspaceId: string | null,
): RateTicket | Promise<RateTicket> {
  const { credential, admission } = exchange;
  const { organizationId, ownRates } = credential;
  const tier = tierOf(deps, credential);
  const model = admission.model.id;
  const own = ownRates.models.get(model);
  const inputTokens = admission.promptTokens ?? Math.ceil(admission.promptBytes / BYTES_PER_TOKEN);
  const key = limitedKey(exchange);
  const call = { organizationId, workspaceId, model, tier, own, key, inputTokens };
  const override =
    workspaceId === null ? undefined : deps.rateOverrides.find(organizationId, workspaceId, call.model);
  if (override instanceof Promise)
    return override.then((found) => deps.modelRates.take({ ...call, override: found }));
  return deps.modelRates.take({ ...call, override });
}
