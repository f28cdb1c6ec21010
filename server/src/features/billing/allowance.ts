import { ApiError, type ErrorExtras } from '@svc/contract';
import type { DeploymentConfig, Limits, ModelConfig } from '#config';
import type { BuiltinTool, Reservation } from '#exchange';
import type { OrganizationRecord } from '#features/organization';
import { toTimestamp } from '#kit';
import type { CachedWallet } from './credits/cached-wallet.ts';
import type { WalletCache } from './credits/wallet-cache.ts';
import { CreditReservation } from './credits/credit-reservation.ts';
import { keyScope } from './credits/credit-spend.ts';
import { spendMonth } from '#features/spend-limits';
import { isWithinLeases, reserveWithinLimits } from './credits/reserve-within-limits.ts';
import type { PlanReservationParts } from './plan/plan-reservation.ts';
import {
  ALL_WINDOWS,
  lastToReopen,
  type Allowance as PlanAllowance,
  type WindowKind,
} from './plan/plan-windows.ts';
import { reserveFromPlan } from './plan/reserve-from-plan.ts';
import { tariffOf, type ServiceTier } from './metering/tariff.ts';
import { toolPricesOf } from './metering/tool-prices.ts';
import { usageUncheckable } from './usage-uncheckable.ts';

/** Desktop on the Free plan counts the month only (D-74). */
const FREE_DESKTOP_WINDOWS: readonly WindowKind[] = ['monthly'];

/** A request that needs someone to pay for it. */
export interface AllowanceRequest {
  readonly organization: OrganizationRecord;
  readonly userId: string;
  readonly workspaceId: string | null;
  /** The key, if it has a budget of its own. */
  readonly budgetKey: { readonly id: string; readonly name: string } | null;
  readonly model: ModelConfig;
  readonly monthlyTokens: number;
  /** Has its own monthly allowance and no other window (D-74). */
  readonly isFreeDesktop: boolean;
  readonly tier: ServiceTier;
  readonly maxOutputTokens: number;
  /** Server tools that may run. */
  readonly tools: readonly BuiltinTool[];
  /** Upper bound of the prompt's tokens. */
  readonly promptBound: number;
  /** The exact number of prompt tokens. Called only when the bound would be refused. */
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

/** How credits would pay for one request. */
interface PaidByCredits {
  readonly scopes: readonly string[];
  readonly worstCase: (promptTokens: number) => number;
  readonly reservation: (heldNanos: number) => CreditReservation;
}

/**
 * Decides who pays (inference contract §8, D-84): the plan while all its windows have room, else credits,
 * else nobody.
 */
export class Allowance {
  readonly #book: WalletCache;
  readonly #runId: string;
  readonly #settings: () => AllowanceSettings;

  constructor(book: WalletCache, runId: string, settings: () => AllowanceSettings) {
    this.#book = book;
    this.#runId = runId;
    this.#settings = settings;
  }

  /**
   * Synchronous while the account is known and, for credits, enough is set aside. Throws or rejects with 402
   * `quota_exhausted`, or 503 `usage_check_unavailable` when usage cannot be checked.
   */
  reserve(request: AllowanceRequest): Reservation | Promise<Reservation> {
    const account = this.#book.find(request.organization.id);
    return account instanceof Promise
      ? account.then((loaded) => this.#reserveFrom(loaded, request))
      : this.#reserveFrom(account, request);
  }

  #reserveFrom(account: CachedWallet, request: AllowanceRequest): Reservation | Promise<Reservation> {
    const allowance = this.#allowanceOf(request);
    const { isFreeDesktop, organization } = request;
    const paid = reserveFromPlan(this.#planParts(account, request, allowance), {
      kinds: isFreeDesktop ? FREE_DESKTOP_WINDOWS : ALL_WINDOWS,
      namesFullWindow: !isFreeDesktop && !organization.creditsEnabled,
    });
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

  #planParts(
    account: CachedWallet,
    request: AllowanceRequest,
    allowance: PlanAllowance,
  ): PlanReservationParts {
    const { model, tier, promptBound, maxOutputTokens, admittedAtMs } = request;
    const tariff = tariffOf(model, tier);
    const heldMilli = tariff.worstCaseMilli(promptBound, maxOutputTokens);
    return { book: this.#book, account, tariff, allowance, admittedAtMs, heldMilli, runId: this.#runId };
  }

  /** The plan is used up. */
  #payOtherwise(
    account: CachedWallet,
    request: AllowanceRequest,
    allowance: PlanAllowance,
  ): Reservation | Promise<Reservation> {
    // Nothing else can pay: 402 `quota_exceeded`.
    if (request.isFreeDesktop)
      throw new ApiError('quota_exceeded', { extra: { action_url: this.#settings().actionUrl } });
    if (!request.organization.creditsEnabled) {
      const { kind, endS } = lastToReopen(account.windows.full(allowance, request.admittedAtMs));
      throw this.#exhausted(kind, endS);
    }
    return this.#payByCredits(account, request);
  }

  #payByCredits(account: CachedWallet, request: AllowanceRequest): Reservation | Promise<Reservation> {
    const { userId, workspaceId, budgetKey, maxOutputTokens, promptBound, admittedAtMs } = request;
    const tariff = tariffOf(request.model, request.tier);
    const scopes = account.spend.scopesOf(userId, workspaceId, budgetKey?.id ?? null);
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
    // What can cost nothing needs no credits, so a limit or budget of 0 leaves models without a price.
    if (most === 0) return reservation(0);
    const reached = account.spend.findReached(scopes, admittedAtMs);
    if (reached !== undefined) throw this.#spendLimit(request, reached);
    if (isWithinLeases(account, scopes, most) && account.wallet.tryHold(most)) return reservation(most);
    return this.#holdExactly(account, request, { scopes, worstCase, reservation });
  }

  async #holdExactly(
    account: CachedWallet,
    request: AllowanceRequest,
    { scopes, worstCase, reservation }: PaidByCredits,
  ): Promise<CreditReservation> {
    const { countPrompt, admittedAtMs } = request;
    const nanos = worstCase(await countPrompt());
    // Counts against the limits before the wallet answers. Otherwise requests that wait together could pass a
    // limit together.
    const reserved = await reserveWithinLimits({
      account,
      scopes,
      nanos,
      admittedAtMs,
      reserve: () => reservation(nanos),
    });
    if (typeof reserved === 'string') throw this.#spendLimit(request, reserved);
    try {
      if (await account.holdCredits(nanos)) return reserved;
    } catch (cause) {
      reserved.forgo();
      throw usageUncheckable(cause);
    }
    reserved.forgo();
    throw this.#exhausted('no_credits', null);
  }

  /** A budget of a key is a spend limit to programs; people are told which key it is. */
  #spendLimit({ budgetKey, admittedAtMs }: AllowanceRequest, reachedScope: string): ApiError {
    const message =
      budgetKey && reachedScope === keyScope(budgetKey.id)
        ? `The key "${budgetKey.name}" has spent its budget for this month. Wait until resets_at, or raise the budget of the key.`
        : undefined;
    return this.#exhausted('spend_limit', spendMonth(admittedAtMs).endS, message);
  }

  #exhausted(limit: ErrorExtras['limit'], resetsAtS: number | null, message?: string): ApiError {
    const { upgradeUrl, addCreditUrl } = this.#settings();
    const resetsAt = resetsAtS === null ? null : toTimestamp(resetsAtS * 1000);
    return new ApiError('quota_exhausted', {
      ...(message === undefined ? {} : { message }),
      extra: { limit, resets_at: resetsAt, upgrade_url: upgradeUrl, add_credit_url: addCreditUrl },
    });
  }
}
