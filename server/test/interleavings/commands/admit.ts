import { expect } from 'vitest';
import { isUnavailable } from '../node.ts';
import type { Decision, Ask, TestCluster } from '../test-cluster.ts';
import type { Verdict } from '../organization-model.ts';
import type { Command } from './command.ts';

export interface AdmitParts {
  readonly organization: number;
  readonly node: number;
  readonly member: string;
  readonly workspace: string;
  readonly promptTokens: number;
  readonly maxOutputTokens: number;
}

/** Money held never exceeds what exists across all nodes, as far as the deciding node could know. */
function expectCovered(decision: Decision, { organization }: Ask): void {
  const { spentNanos, heldNanos, grantedNanos, uncoveredNanos } = organization;
  const beyond = uncoveredNanos + organization.overrunBeside(decision.run.id);
  expect(spentNanos + heldNanos, 'spent and held').toBeLessThanOrEqual(grantedNanos + beyond);
}

/**
 * Nodes that can ask each other decide as one: by everything recorded and held on any of them, and by the
 * whole balance.
 */
function expectExact({ question, verdict }: Decision, { organization }: Ask): void {
  if (question.nowMs < organization.tangledUntilMs || organization.uncoveredNanos > 0) return;
  // Requests that were running when a limit was set, or whose charge was not delivered, are not all counted against it on every node.
  const certain = organization.evaluate(
    question,
    ({ admittedAt }) => admittedAt > organization.limitsChangedAt,
  );
  const byAllHolds = organization.evaluate(question, () => true);
  if (isSpendLimit(certain) !== isSpendLimit(byAllHolds)) return;
  expect(verdict).toEqual(byAllHolds);
}

/** Compares with the model's verdict whenever this node can know all its inputs. */
function expectVerdict(
  { run, question, verdict, account }: Decision,
  { organization }: Ask,
  settled: boolean,
): void {
  if (verdict === 'unavailable') return expect(isUnavailable(run), 'the database is away').toBe(true);
  if (question.nowMs < organization.tangledUntilMs || !organization.isKnownTo(run, account!.readAt)) return;
  const byOwnHolds = organization.evaluate(question, ({ node }) => node === run.node);
  const byAllHolds = organization.evaluate(question, () => true);
  // Holds of other nodes count against spend limits only once they are charged.
  if (isSpendLimit(byOwnHolds) !== isSpendLimit(byAllHolds)) return;
  const isLeftToCredits = (one: Verdict): boolean =>
    typeof one === 'object' && ('paidBy' in one ? one.paidBy === 'api_credit' : one.limit === 'no_credits');
  // The spare part of a balance or limit on another node, and what a lost node left behind, is unavailable
  // for a while.
  if (!settled && isLeftToCredits(byOwnHolds))
    expect(isLeftToCredits(verdict) || isSpendLimit(verdict), JSON.stringify(verdict)).toBe(true);
  else expect(verdict).toEqual(byOwnHolds);
}

function isSpendLimit(verdict: unknown): boolean {
  return (verdict as { limit?: string }).limit === 'spend_limit';
}

function toAsk({ organization, node, ...rest }: AdmitParts, cluster: TestCluster): Ask {
  return { organization: cluster.organizations[organization]!, node: cluster.nodes[node]!, ...rest };
}

/** A request needs a payer. Sometimes everything has settled before, so that the result is certain. */
export class Admit implements Command {
  readonly #parts: AdmitParts;
  readonly #atRest: boolean;

  constructor(parts: AdmitParts, atRest: boolean) {
    this.#parts = parts;
    this.#atRest = atRest;
  }

  check(): boolean {
    return true;
  }

  async run(cluster: TestCluster): Promise<void> {
    const ask = toAsk(this.#parts, cluster);
    await ask.node.up();
    const settled = this.#atRest && (await cluster.settleDown());
    const decision = await cluster.ask(ask);
    if (cluster.allReachable) expectExact(decision, ask);
    else expectVerdict(decision, ask, settled);
    cluster.note(ask, decision);
    if (decision.reservation?.source === 'api_credit') expectCovered(decision, ask);
  }

  toString(): string {
    return `Admit${this.#atRest ? 'AtRest' : ''}(${JSON.stringify(this.#parts)})`;
  }
}

/** Concurrent requests on any nodes. */
export class AdmitTogether implements Command {
  readonly #parts: readonly AdmitParts[];

  constructor(parts: readonly AdmitParts[]) {
    this.#parts = parts;
  }

  check(): boolean {
    return true;
  }

  async run(cluster: TestCluster): Promise<void> {
    const asks = this.#parts.map((parts) => toAsk(parts, cluster));
    const decisions = await Promise.all(asks.map((ask) => cluster.ask(ask)));
    for (const [index, decision] of decisions.entries()) cluster.note(asks[index]!, decision);
    for (const [index, decision] of decisions.entries()) {
      if (decision.reservation?.source === 'api_credit') expectCovered(decision, asks[index]!);
    }
  }

  toString(): string {
    return `AdmitTogether(${JSON.stringify(this.#parts)})`;
  }
}
