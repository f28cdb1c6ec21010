import { countPromptTokensInBackground } from '#engine';
import type { Exchange, Reservation, Step } from '#exchange';
import type { Allowance } from '#features/billing';
import type { ModelCatalog } from '#features/models';
import type { OrganizationDirectory, OrganizationRecord } from '#features/organization';
import { ApiError } from '@svc/contract';
import type { WorstCase } from './worst-case.ts';

export interface ReserveAllowanceRooms {
  readonly allowance: Allowance;
  readonly organizations: OrganizationDirectory;
  readonly catalog: () => ModelCatalog;
}

/** Steps 12 and 13 (D-01): plan windows, spend limits, balance. A client that left meanwhile holds nothing. */
export function reserveAllowance(rooms: ReserveAllowanceRooms, worstCase: (exchange: Exchange) => WorstCase): Step {
  return (exchange) => {
    const organization = rooms.organizations.find(exchange.credential.organizationId);
    const reserved =
      organization instanceof Promise
        ? organization.then((found) => reserve(rooms, worstCase, exchange, found))
        : reserve(rooms, worstCase, exchange, organization);
    if (!(reserved instanceof Promise)) {
      exchange.admission.reservation = reserved;
      return;
    }
    return reserved.then((reservation) => {
      if (exchange.gone) reservation.release();
      else exchange.admission.reservation = reservation;
    });
  };
}

function reserve(
  rooms: ReserveAllowanceRooms,
  worstCase: (exchange: Exchange) => WorstCase,
  exchange: Exchange,
  organization: OrganizationRecord | undefined,
): Reservation | Promise<Reservation> {
  const { call, admission, credential, receivedAtMs } = exchange;
  const { prompts, summaryTokens, tools } = worstCase(exchange);
  const plan = rooms.catalog().plan(credential.plan);
  if (!organization || !plan) throw new ApiError('plan_check_unavailable');
  return rooms.allowance.reserve({
    organization,
    userId: credential.userId,
    workspaceId: credential.workspaceId,
    model: admission.model.config,
    monthlyTokens: plan.monthly_tokens,
    isFreeDesktop: credential.isFreeDesktop,
    maxOutputTokens: admission.maxOutputTokens + summaryTokens,
    tools,
    promptBound: prompts * (admission.promptTokens ?? admission.promptBytes),
    countPrompt: async () =>
      prompts * (admission.promptTokens ?? (await countPromptTokensInBackground({ ...call, maxOutputTokens: admission.maxOutputTokens }))),
    admittedAtMs: receivedAtMs,
  });
}
