import { ApiError } from '@svc/contract';
import type { Exchange, RateTicket, Step } from '#exchange';
import type { ModelCall, ModelRates, RateOverrides } from '#features/limits';
import type { ModelCatalog } from '#features/models';

export interface LimitModelRateRooms {
  readonly modelRates: ModelRates;
  readonly rateOverrides: RateOverrides;
  readonly catalog: () => ModelCatalog;
}

/** What a token of a prompt is taken for until the engine has counted (D-RATE-4). */
const BYTES_PER_TOKEN = 4;

/** Requests and tokens a minute of the chosen model (D-77): right behind the choice, because nobody knows the model before. */
export function limitModelRate(rooms: LimitModelRateRooms): Step {
  return (exchange) => keep(exchange, take(rooms, exchange, exchange.credential.workspaceId));
}

/** Tokens a minute of the organization, reserved for one embeddings call (D-63). */
export function limitEmbeddingsRate(rooms: Pick<LimitModelRateRooms, 'modelRates' | 'catalog'>): Step {
  return (exchange) => {
    const { organizationId, plan } = exchange.credential;
    const inputTokens = exchange.admission.promptTokens!;
    return keep(exchange, rooms.modelRates.takeEmbeddings({ organizationId, tier: tierOf(rooms, plan), inputTokens }));
  };
}

function keep({ admission }: Exchange, taken: RateTicket | Promise<RateTicket>): void | Promise<void> {
  if (taken instanceof Promise) return taken.then((ticket) => void (admission.rates = ticket));
  admission.rates = taken;
}

function tierOf({ catalog }: Pick<LimitModelRateRooms, 'catalog'>, plan: string): ModelCall['tier'] {
  const tier = catalog().plan(plan)?.tier;
  if (!tier) throw new ApiError('plan_check_unavailable');
  return tier;
}

function take(
  rooms: LimitModelRateRooms,
  { credential, admission }: Exchange,
  workspaceId: string | null,
): RateTicket | Promise<RateTicket> {
  const { organizationId } = credential;
  const tier = tierOf(rooms, credential.plan);
  const inputTokens = admission.promptTokens ?? Math.ceil(admission.promptBytes / BYTES_PER_TOKEN);
  const call = { organizationId, workspaceId, model: admission.model.id, tier, inputTokens };
  const override = workspaceId === null ? undefined : rooms.rateOverrides.find(organizationId, workspaceId, call.model);
  if (override instanceof Promise) return override.then((found) => rooms.modelRates.take({ ...call, override: found }));
  return rooms.modelRates.take({ ...call, override });
}
