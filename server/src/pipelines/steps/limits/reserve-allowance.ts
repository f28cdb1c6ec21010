import type { Parsed, Reservation, Reserved, Step } from '#exchange';
import type { Allowance, AllowanceRequest } from '#features/billing';
import type { ModelCatalog } from '#features/models';
import type { OrganizationDirectory, OrganizationRecord } from '#features/organization';
import { ApiError } from '@svc/contract';
import {
  worstCaseOfCall,
  worstCaseOfEmbeddings,
  type SelectedCall,
  type WorstCase,
  type WorstCaseDeps,
} from './worst-case.ts';

export interface ReserveAllowanceDeps {
  readonly allowance: Allowance;
  readonly organizations: OrganizationDirectory;
  readonly catalog: () => ModelCatalog;
}

/** Steps 12 and 13 (D-01) of a model call: plan windows, spend limits, balance. */
export function reserveForCall(
  deps: ReserveAllowanceDeps & WorstCaseDeps,
): Step<SelectedCall & Parsed, Reserved> {
  return reserveAllowance(deps, worstCaseOfCall(deps));
}

/** The same for an embeddings call. */
export function reserveForEmbeddings(deps: ReserveAllowanceDeps): Step<SelectedCall, Reserved> {
  return reserveAllowance(deps, worstCaseOfEmbeddings);
}

/** Releases the reservation if the client has left. */
function reserveAllowance<E extends SelectedCall>(
  deps: ReserveAllowanceDeps,
  worstCase: (exchange: E) => WorstCase,
): Step<E, Reserved> {
  return (exchange) => {
    const organization = deps.organizations.find(exchange.credential.organizationId);
    const reserved =
      organization instanceof Promise
        ? organization.then((found) => reserve(deps, worstCase, exchange, found))
        : reserve(deps, worstCase, exchange, organization);
    if (!(reserved instanceof Promise)) {
      exchange.admission.reservation = reserved;
      return;
    }
    return reserved.then((reservation) => {
      if (exchange.disconnected) reservation.release();
      else exchange.admission.reservation = reservation;
    });
  };
}

function reserve<E extends SelectedCall>(
  deps: ReserveAllowanceDeps,
  worstCase: (exchange: E) => WorstCase,
  exchange: E,
  organization: OrganizationRecord | undefined,
): Reservation | Promise<Reservation> {
  const { admission, credential, receivedAtMs } = exchange;
  const { prompts, summaryTokens, tools, countPrompt } = worstCase(exchange);
  const plan = deps.catalog().plan(credential.plan);
  if (!organization || !plan) throw new ApiError('plan_check_unavailable');
  return deps.allowance.reserve({
    organization,
    userId: credential.userId,
    workspaceId: credential.workspaceId,
    budgetKey: budgetKey(exchange),
    model: admission.model.config,
    monthlyTokens: plan.monthly_tokens,
    isFreeDesktop: credential.isFreeDesktop,
    tier: exchange.serviceTier,
    maxOutputTokens: admission.maxOutputTokens + summaryTokens,
    tools,
    promptBound: prompts * (admission.promptTokens ?? admission.promptBytes),
    countPrompt: async () => prompts * (await countPrompt()),
    admittedAtMs: receivedAtMs,
  });
}

function budgetKey({ credential: { keyId, restrictions } }: SelectedCall): AllowanceRequest['budgetKey'] {
  return keyId !== null && restrictions?.hasBudget ? { id: keyId, name: restrictions.keyName } : null;
}
