import { ApiError } from '@svc/contract';
import type { TokenUsage } from '#engine';
import { NO_OWN_RATES, type Reservation } from '#exchange';
import type { WalletCache } from '#features/billing';
import { toTimestampMs } from '#kit';
import type { UsageRecord } from '#store';
import { HOLD_MS, isUnavailable, type Node, type Run } from './node.ts';
import type { ModelRequest, OrganizationModel, Question, Verdict } from './organization-model.ts';
import type { SteppedClock } from './stepped-clock.ts';
import { milliOf, MODEL, nanosOf } from './tariff.ts';

type Account = Awaited<ReturnType<WalletCache['find']>>;

export interface Ask {
  readonly organization: OrganizationModel;
  readonly node: Node;
  readonly member: string;
  readonly workspace: string;
  readonly promptTokens: number;
  readonly maxOutputTokens: number;
}

/** The node's decision, and what it knew. */
export interface Decision {
  readonly run: Run;
  readonly question: Question;
  readonly verdict: Verdict;
  readonly account: Account | undefined;
  readonly reservation: Reservation | undefined;
}

/** An admitted request. */
export interface RunningRequest {
  readonly organization: OrganizationModel;
  readonly run: Run;
  readonly account: Account;
  readonly model: ModelRequest;
  readonly reservation: Reservation;
  readonly ask: Ask;
  /** Its node knew every record when it was admitted. */
  readonly knewAll: boolean;
}

export interface TestClusterParts {
  readonly clock: SteppedClock;
  readonly nodes: readonly Node[];
  readonly organizations: readonly OrganizationModel[];
}

/** The real implementation without HTTP: nodes on one database, and the requests that run on them. */
export class TestCluster {
  readonly clock: SteppedClock;
  readonly nodes: readonly Node[];
  readonly organizations: readonly OrganizationModel[];
  running: RunningRequest[] = [];
  /**
   * Since when each node has been down, disconnected or late, by the time of day. Forever once its leases
   * expired.
   */
  readonly #unavailableSinceMs = new Map<Node, number>();
  #requests = 0;

  constructor({ clock, nodes, organizations }: TestClusterParts) {
    this.clock = clock;
    this.nodes = nodes;
    this.organizations = organizations;
  }

  /** Every node is up, and none has undelivered records of an earlier run. */
  get allReachable(): boolean {
    return this.#unavailableSinceMs.size === 0;
  }

  async ask(ask: Ask): Promise<Decision> {
    const { organization, member, workspace, promptTokens, maxOutputTokens } = ask;
    const run = await ask.node.up();
    this.#noteUnavailable(ask.node);
    const nowMs = this.clock.nowMs();
    const heldNanos = nanosOf({
      inputTokens: promptTokens,
      cachedInputTokens: 0,
      outputTokens: maxOutputTokens,
      reasoningTokens: 0,
    });
    const question: Question = { member, workspace, heldNanos, nowMs };
    let account: Account | undefined;
    try {
      account = await run.book.find(organization.id);
      const reservation = await run.allowance.reserve({
        organization: {
          id: organization.id,
          name: organization.id,
          status: 'active',
          plan: 'pro',
          ownRates: NO_OWN_RATES,
          billing: 'active',
          zeroDataRetention: false,
          creditsEnabled: organization.creditsEnabled,
          mcpPolicy: { mode: 'all', tunnel_ids: [], urls: [] },
          codeTelemetry: true,
          inferenceHook: null,
          subscribedAtMs: organization.subscribedAtMs,
        },
        userId: member,
        workspaceId: workspace,
        budgetKey: null,
        tier: 'standard',
        model: MODEL,
        monthlyTokens: organization.monthlyTokens,
        isFreeDesktop: false,
        maxOutputTokens,
        tools: [],
        promptBound: promptTokens,
        countPrompt: () => Promise.resolve(promptTokens),
        admittedAtMs: nowMs,
      });
      return { run, question, account, reservation, verdict: { paidBy: reservation.source } };
    } catch (error) {
      return { run, question, account, reservation: undefined, verdict: refusal(error) };
    }
  }

  /** Turns an admission into a running request. */
  note(ask: Ask, { run, question, account, reservation }: Decision): void {
    if (!account || !reservation) return;
    const { organization, member, workspace } = ask;
    const { source } = reservation;
    const heldNanos = source === 'api_credit' ? question.heldNanos : 0;
    const model: ModelRequest = {
      runId: run.id,
      node: run.node,
      member,
      workspace,
      source,
      heldNanos,
      admittedAtMs: question.nowMs,
      admittedAt: this.clock.monotonicMs(),
    };
    const knewAll = organization.isKnownTo(run, account.readAt);
    organization.running.add(model);
    this.running.push({ organization, run, account, model, reservation, ask, knewAll });
  }

  /**
   * Completes the responses: records and charges them. Requests that end in one turn are written together.
   */
  async end(request: RunningRequest, usage: TokenUsage): Promise<void> {
    const { organization, run, account, model, reservation } = request;
    this.#forget(request);
    const paidByPlan = model.source === 'subscription';
    const knowsAll = request.knewAll && organization.isKnownTo(run, account.readAt);
    if (paidByPlan && (!knowsAll || model.admittedAtMs < organization.tangledUntilMs))
      organization.tangle(this.clock.nowMs());
    organization.record({
      ...model,
      milli: paidByPlan ? milliOf(usage) : 0,
      nanos: paidByPlan ? 0 : nanosOf(usage),
      arrivedAt: Infinity,
    });
    const error = await new Promise<Error | undefined>((resolve) => {
      run.journal.append(this.#recordOf(request, usage), (failed, place) => {
        if (failed) reservation.release();
        else reservation.settle(place);
        resolve(failed);
      });
    });
    if (error) throw error;
  }

  /** Ends without output: records nothing. */
  abort(request: RunningRequest): void {
    this.#forget(request);
    request.reservation.release();
  }

  async crash(node: Node): Promise<void> {
    for (const request of this.running.filter(({ run }) => run === node.run)) this.#forget(request);
    await node.crash();
    this.#noteUnavailable(node);
  }

  cut(node: Node): void {
    if (node.run) node.run.connection.unavailable = node.run.delivery.unavailable = true;
    this.#noteUnavailable(node);
  }

  stall(node: Node): void {
    if (node.run) node.run.delivery.unavailable = true;
    this.#noteUnavailable(node);
  }

  async mend(node: Node): Promise<void> {
    if (!node.run) return;
    node.run.connection.unavailable = node.run.delivery.unavailable = false;
    await this.deliver(node);
    await node.run.book.refresh();
  }

  /** Announces changed limits; a disconnected node does not receive it. */
  announceChanged({ id }: OrganizationModel): void {
    for (const { run } of this.nodes)
      if (run && !run.connection.unavailable) run.book.invalidateOrganization(id);
  }

  /** Delivers everything that a node has recorded. */
  async deliver(node: Node): Promise<void> {
    const { name, run } = node;
    if (!run || isUnavailable(run)) return;
    await run.journal.flush();
    for (const { uses } of this.organizations) {
      for (const use of uses)
        if (use.node === name && use.arrivedAt === Infinity) use.arrivedAt = this.clock.monotonicMs();
    }
    this.#noteUnavailable(node);
  }

  async advance(byMs: number): Promise<void> {
    for (const [node, sinceMs] of this.#unavailableSinceMs) {
      // A lease may have been renewed shortly before its node was lost.
      if (this.clock.nowMs() + byMs - sinceMs < HOLD_MS - 60_000) continue;
      for (const organization of this.organizations)
        organization.uncoveredNanos += exposed(organization, node);
      this.#unavailableSinceMs.set(node, Infinity);
    }
    await this.clock.advance(byMs);
  }

  /**
   * Lets every running node learn everything and return what it does not need. False when a node with a lease
   * is down.
   */
  async settleDown(): Promise<boolean> {
    for (const node of this.nodes) await this.deliver(node);
    await this.advance(6000);
    return this.nodes.every(({ run, crashed }) => !crashed && !(run && isUnavailable(run)));
  }

  #noteUnavailable(node: Node): void {
    const { name, run, crashed } = node;
    const owed = this.organizations.some(({ uses }) =>
      uses.some((use) => use.node === name && use.runId !== run?.id && use.arrivedAt === Infinity),
    );
    const unavailable = crashed || owed || (run !== undefined && isUnavailable(run));
    if (!unavailable) this.#unavailableSinceMs.delete(node);
    else if (!this.#unavailableSinceMs.has(node)) this.#unavailableSinceMs.set(node, this.clock.nowMs());
  }

  #forget(request: RunningRequest): void {
    request.organization.running.delete(request.model);
    this.running = this.running.filter((other) => other !== request);
  }

  #recordOf({ organization, model, ask, reservation }: RunningRequest, usage: TokenUsage): UsageRecord {
    return {
      request_id: `req_${++this.#requests}`,
      organization_id: organization.id,
      workspace_id: ask.workspace,
      key_id: 'key_1',
      user_id: ask.member,
      endpoint: '/v1/chat/completions',
      model: 'M',
      input_tokens: usage.inputTokens,
      cached_input_tokens: usage.cachedInputTokens,
      output_tokens: usage.outputTokens,
      reasoning_tokens: 0,
      price: MODEL.pricing,
      ...reservation.price(usage),
      estimated: false,
      outcome: 'completed',
      metadata: null,
      created_at: toTimestampMs(model.admittedAtMs),
    };
  }
}

function refusal(error: unknown): Verdict {
  if (!(error instanceof ApiError)) throw error;
  if (error.catalogName === 'usage_check_unavailable') return 'unavailable';
  const { limit, resets_at: resetsAt } = error.options.extra!;
  return { limit: limit!, resetsAt: resetsAt! };
}

/** A node's debts and holds that the database knows only by its lease. */
function exposed(organization: OrganizationModel, node: Node): number {
  let nanos = 0;
  for (const use of organization.uses)
    if (use.node === node.name && use.arrivedAt === Infinity) nanos += use.nanos;
  for (const request of organization.running) if (request.node === node.name) nanos += request.heldNanos;
  return nanos;
}
