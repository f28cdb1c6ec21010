import { ApiError, type ErrorExtras } from '@svc/contract';
import type { DeploymentConfig, Limits, ModelConfig } from '#config';
import type { BuiltinTool, Reservation } from '#exchange';
import type { OrganizationRecord } from '#features/organization';
import { toTimestamp } from '#kit';
import type { Account } from './credits/account.ts';
import type { AccountBook } from './credits/account-book.ts';
import { CreditReservation } from './credits/credit-reservation.ts';
import { spendMonth } from '#features/spend-limits';
import { PlanReservation } from './plan/plan-reservation.ts';
import type { Allowance as PlanAllowance, FullWindow } from './plan/plan-windows.ts';
import { tariffOf } from './metering/tariff.ts';
import { toolPricesOf } from './metering/tool-prices.ts';
import { usageUncheckable } from './usage-uncheckable.ts';

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
    return account instanceof Promise ? account.then((loaded) => this.#judge(loaded, request)) : this.#judge(account, request);
  }

  #judge(account: Account, request: AllowanceRequest): Reservation | Promise<Reservation> {
    if (request.isFreeDesktop) return this.#payByFreeDesktop(account, request);
    const { organization, monthlyTokens, admittedAtMs } = request;
    const allowance: PlanAllowance = { monthlyTokens, subscribedAtMs: organization.subscribedAtMs, limits: this.#settings().limits };
    const full = account.windows.full(allowance, admittedAtMs);
    if (full.length === 0) return this.#payByPlan(account, request, allowance);
    if (!organization.creditsEnabled) throw this.#exhausted(...latest(full));
    return this.#payByCredits(account, request);
  }

  /** Only the month counts, and nothing else pays when it is over: 402 `quota_exceeded`. */
  #payByFreeDesktop(account: Account, request: AllowanceRequest): Reservation {
    const { limits, actionUrl } = this.#settings();
    const { subscribedAtMs } = request.organization;
    const allowance: PlanAllowance = { monthlyTokens: limits.free_desktop_monthly_tokens, subscribedAtMs, limits };
    const spent = account.windows.full(allowance, request.admittedAtMs).some(({ kind }) => kind === 'monthly');
    if (spent) throw new ApiError('quota_exceeded', { extra: { action_url: actionUrl } });
    return this.#payByPlan(account, request, allowance);
  }

  #payByPlan(account: Account, { model, admittedAtMs }: AllowanceRequest, allowance: PlanAllowance): PlanReservation {
    return new PlanReservation({ book: this.#book, account, tariff: tariffOf(model), allowance, admittedAtMs, runId: this.#runId });
  }

  #payByCredits(account: Account, request: AllowanceRequest): Reservation | Promise<Reservation> {
    const { userId, workspaceId, maxOutputTokens, promptBound, admittedAtMs } = request;
    const tariff = tariffOf(request.model);
    const scopes = account.spend.scopesOf(userId, workspaceId);
    if (account.spend.reached(scopes, admittedAtMs)) throw this.#spendLimit(admittedAtMs);
    const toolPrices = toolPricesOf(this.#settings().toolPrices);
    const reservation = (heldNanos: number): CreditReservation =>
      new CreditReservation({ book: this.#book, account, tariff, toolPrices, scopes, heldNanos, admittedAtMs, runId: this.#runId });
    const worstCase = (promptTokens: number): number =>
      tariff.worstCaseNanos(promptTokens, maxOutputTokens) + toolPrices.worstCaseNanos(request.tools);
    const most = worstCase(promptBound);
    if (account.wallet.tryHold(most)) return reservation(most);
    return this.#holdExactly(account, request, { scopes, worstCase, reservation });
  }

  async #holdExactly(
    account: Account,
    { countPrompt, admittedAtMs }: AllowanceRequest,
    { scopes, worstCase, reservation }: PaidByCredits,
  ): Promise<CreditReservation> {
    const nanos = worstCase(await countPrompt());
    if (account.spend.reached(scopes, admittedAtMs)) throw this.#spendLimit(admittedAtMs);
    // Counted against the limits before the wallet answers, or requests that wait together would pass a limit together.
    const reserved = reservation(nanos);
    try {
      if (await account.wallet.hold(nanos)) return reserved;
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
