import type { LimitUse } from '@svc/contract';
import type { MeasureCounts } from './minute-window.ts';
import { counterOf, type ModelRates, type WindowName } from './model-rates.ts';
import type { RateGroup, RequestRates } from './request-rates.ts';
import type { SharedRates } from './shared-rates.ts';

export interface CountUseDeps {
  readonly rates: RequestRates;
  readonly modelRates: ModelRates;
  /** Present if several nodes share their counts. */
  readonly sharedRates: SharedRates | undefined;
}

interface CountQuestion {
  readonly organizationId: string;
  readonly windows: readonly WindowName[];
  /** Groups whose requests are counted for the whole organization. */
  readonly groups: readonly RateGroup[];
}

interface UseCounts {
  readonly counting: LimitUse['counting'];
  /** In the order of the windows. */
  readonly windows: readonly MeasureCounts[];
  /** In the order of the groups. */
  readonly requests: readonly number[];
}

/** What the limiter counts right now. Nothing is counted for it, and calls pay nothing for being counted. */
export async function countUse(
  { rates, modelRates, sharedRates }: CountUseDeps,
  { organizationId, windows, groups }: CountQuestion,
): Promise<UseCounts> {
  await sharedRates?.settle(organizationId, groups);
  // In one turn with the question: a draw that is sent later is counted later.
  const unsent = windows.map((name) => modelRates.readUnsent(organizationId, name));
  const shared = await sharedRates?.readUse(organizationId, windows.map(counterOf), groups);
  if (shared)
    return {
      counting: 'shared',
      windows: shared.windows.map((received, index) => sumOf(received, unsent[index]!)),
      requests: shared.requests,
    };
  return {
    counting: sharedRates ? 'interrupted' : 'per_node',
    windows: windows.map((name) => modelRates.readOwn(organizationId, name)),
    requests: groups.map((group) => rates.readOwn(group, organizationId)),
  };
}

function sumOf(received: MeasureCounts, unsent: MeasureCounts): MeasureCounts {
  return {
    requests: received.requests + unsent.requests,
    inputTokens: received.inputTokens + unsent.inputTokens,
    outputTokens: received.outputTokens + unsent.outputTokens,
  };
}
