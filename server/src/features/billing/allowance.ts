import { ApiError, type ErrorExtras } from '@svc/contract';
import type { DeploymentConfig, Limits, ModelConfig } from '#config';
import type { BuiltinTool, Reservation } from '#exchange';
import type { OrganizationRecord } from '#features/organization';
import { toTimestamp } from '#kit';
import type { Account } from './credits/account.ts';
import type { AccountBook } from './credits/account-book.ts';
import { CreditReservation } from './credits/credit-reservation.ts';
import { spendMonth } from '#features/spend-limits';
import { isWithinLeases, reserveWithinLimits } from './credits/reserve-within-limits.ts';
import type { PlanReservationParts } from './plan/plan-reservation.ts';
import {
  ALL_WINDOWS,
  type Allowance as PlanAllowance,
  type FullWindow,
  type WindowKind,
} from './plan/plan-windows.ts';
import { reserveFromPlan } from './plan/reserve-from-plan.ts';
import { tariffOf } from './metering/tariff.ts';
import { toolPricesOf } from './metering/tool-prices.ts';
import { usageUncheckable } from './usage-uncheckable.ts';

/** Only the month counts (D-74). */
const FREE_DESKTOP_WINDOWS: readonly WindowKind[] = ['monthly'];

/** A request that wants to be paid for. */
export interface AllowanceRequest {
  readonly organization: OrganizationRecord;
  readonly userId: string;
  readonly workspaceId: string | null;
  readonly model: ModelConfig;
  readonly monthlyTokens: number;
  /** Has an allowance of its own by the month, and no other (D-74). */
  readonly isFreeDesktop: boolean;
  readonly maxOutputTokens: number;
  /** That may run on the service's side. */
  readonly tools: readonly BuiltinTool[];
  /** At least the prompt's tokens. */
  readonly promptBound: number;
  /** The prompt's tokens exactly. Asked only where the bound would not be paid for. */
  readonly countPrompt: () => Promise<number>;
  readonly admittedAtMs: number;
}

export interface AllowanceSettings {
  readonly limits: Limits;
  readonly toolPrices: DeploymentConfig['tools']['prices'];
  readonly upgradeUrl: string;
  readonly addCreditUrl: string;
  readonly actionUrl: string;
}

/** How one request would be paid for by credits. */
interface PaidByCredits {
  readonly scopes: readonly string[];
  readonly worstCase: (promptTokens: number) => number;
  readonly reservation: (heldNanos: number) => CreditReservation;
}

/** Who pays (inference contract §8, D-84): the plan while all its windows have room, else credits, else nobody. */
export class Allowance {
  readonly #book: AccountBook;
  readonly #runId: string;
  readonly #settings: () => AllowanceSettings;

  constructor(book: AccountBook, runId: string, settings: () => AllowanceSettings) {
    this.#book = book;
    this.#runId = runId;
    this.#settings = settings;
  }

  /**
   * Synchronous while the account is known and, for credits, enough is set aside. Throws or rejects with 402
   * `quota_exhausted`, or 503 `usage_check_unavailable` when nobody can tell.
   */
  reserve(request: AllowanceRequest): Reservation | Promise<Reservation> {
    const account = this.#book.find(request.organization.id);
    return account instanceof Promise
      ? account.then((loaded) => this.#reserveFrom(loaded, request))
      : this.#reserveFrom(account, request);
  }

  #reserveFrom(account: Account, request: AllowanceRequest): Reservation | Promise<Reservation> {
    const allowance = this.#allowanceOf(request);
    const kinds = request.isFreeDesktop ? FREE_DESKTOP_WINDOWS : ALL_WINDOWS;
    const paid = reserveFromPlan(this.#planParts(account, request, allowance), kinds);
    const orElse = (reservation: Reservation | undefined): Reservation | Promise<Reservation> =>
      reservation ?? this.#payOtherwise(account, request, allowance);
    return paid instanceof Promise ? paid.then(orElse) : orElse(paid);
  }

  #allowanceOf({ isFreeDesktop, organization, monthlyTokens }: AllowanceRequest): PlanAllowance {
    const { limits } = this.#settings();
    const { subscribedAtMs } = organization;
    return {
      monthlyTokens: isFreeDesktop ? limits.free_desktop_monthly_tokens : monthlyTokens,
      subscribedAtMs,
      limits,
    };
  }

  #planParts(account: Account, request: AllowanceRequest, allowance: PlanAllowance): PlanReservationParts {
    const { model, promptBound, maxOutputTokens, admittedAtMs } = request;
    const tariff = tariffOf(model);
    const heldMilli = tariff.worstCaseMilli(promptBound, maxOutputTokens);
    return { book: this.#book, account, tariff, allowance, admittedAtMs, heldMilli, runId: this.#runId };
  }

  /** The plan is used up. */
  #payOtherwise(
    account: Account,
    request: AllowanceRequest,
    allowance: PlanAllowance,
  ): Reservation | Promise<Reservation> {
    // Nothing else pays for it: 402 `quota_exceeded`.
    if (request.isFreeDesktop)
      throw new ApiError('quota_exceeded', { extra: { action_url: this.#settings().actionUrl } });
    if (!request.organization.creditsEnabled)
      throw this.#exhausted(...latest(account.windows.full(allowance, request.admittedAtMs)));
    return this.#payByCredits(account, request);
  }

  #payByCredits(account: Account, request: AllowanceRequest): Reservation | Promise<Reservation> {
    const { userId, workspaceId, maxOutputTokens, promptBound, admittedAtMs } = request;
    const tariff = tariffOf(request.model);
    const scopes = account.spend.scopesOf(userId, workspaceId);
    if (account.spend.reached(scopes, admittedAtMs)) throw this.#spendLimit(admittedAtMs);
    const toolPrices = toolPricesOf(this.#settings().toolPrices);
    const reservation = (heldNanos: number): CreditReservation =>
      new CreditReservation({
        book: this.#book,
        account,
        tariff,
        toolPrices,
        scopes,
        heldNanos,
        admittedAtMs,
        runId: this.#runId,
      });
    const worstCase = (promptTokens: number): number =>
      tariff.worstCaseNanos(promptTokens, maxOutputTokens) + toolPrices.worstCaseNanos(request.tools);
    const most = worstCase(promptBound);
    if (isWithinLeases(account, scopes, most) && account.wallet.tryHold(most)) return reservation(most);
    return this.#holdExactly(account, request, { scopes, worstCase, reservation });
  }

  async #holdExactly(
    account: Account,
    { countPrompt, admittedAtMs }: AllowanceRequest,
    { scopes, worstCase, reservation }: PaidByCredits,
  ): Promise<CreditReservation> {
    const nanos = worstCase(await countPrompt());
    // Counted against the limits before the wallet answers, or requests that wait together would pass a limit together.
    const reserved = await reserveWithinLimits({
      account,
      scopes,
      nanos,
      admittedAtMs,
      reserve: () => reservation(nanos),
    });
    if (!reserved) throw this.#spendLimit(admittedAtMs);
    try {
      if (await account.holdCredits(nanos)) return reserved;
    } catch (cause) {
      reserved.forgo();
      throw usageUncheckable(cause);
    }
    reserved.forgo();
    throw this.#exhausted('no_credits', null);
  }

  #spendLimit(nowMs: number): ApiError {
    return this.#exhausted('spend_limit', spendMonth(nowMs).endS);
  }

  #exhausted(limit: ErrorExtras['limit'], resetsAtS: number | null): ApiError {
    const { upgradeUrl, addCreditUrl } = this.#settings();
    const resetsAt = resetsAtS === null ? null : toTimestamp(resetsAtS * 1000);
    return new ApiError('quota_exhausted', {
      extra: { limit, resets_at: resetsAt, upgrade_url: upgradeUrl, add_credit_url: addCreditUrl },
    });
  }
}

/** Of several full windows the one that reopens last is reported. */
function latest(full: readonly FullWindow[]): [kind: FullWindow['kind'], endS: number] {
  const { kind, endS } = full.reduce((last, window) => (window.endS > last.endS ? window : last));
  return [kind, endS];
}
