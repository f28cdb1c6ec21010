import type { TestCluster } from '../test-cluster.ts';
import type { Command } from './command.ts';

/** What operators change in the database. Nodes are only notified of changed limits. */
export interface Office {
  grant(organizationId: string, nanos: number, nowMs: number): Promise<void>;
  limitSpend(organizationId: string, scope: string, nanos: number | undefined): Promise<void>;
}

export class Grant implements Command {
  readonly #office: Office;
  readonly #organization: number;
  readonly #nanos: number;

  constructor(office: Office, organization: number, nanos: number) {
    this.#office = office;
    this.#organization = organization;
    this.#nanos = nanos;
  }

  check(): boolean {
    return true;
  }

  async run({ clock, organizations }: TestCluster): Promise<void> {
    const organization = organizations[this.#organization]!;
    await this.#office.grant(organization.id, this.#nanos, clock.nowMs());
    organization.grantedNanos += this.#nanos;
  }

  toString(): string {
    return `Grant(${this.#organization}, ${this.#nanos})`;
  }
}

export class LimitSpend implements Command {
  readonly #office: Office;
  readonly #organization: number;
  readonly #scope: string;
  readonly #nanos: number | undefined;

  constructor(office: Office, organization: number, scope: string, nanos: number | undefined) {
    this.#office = office;
    this.#organization = organization;
    this.#scope = scope;
    this.#nanos = nanos;
  }

  check(): boolean {
    return true;
  }

  async run(cluster: TestCluster): Promise<void> {
    const organization = cluster.organizations[this.#organization]!;
    await this.#office.limitSpend(organization.id, this.#scope, this.#nanos);
    if (this.#nanos === undefined) organization.spendLimits.delete(this.#scope);
    else organization.spendLimits.set(this.#scope, this.#nanos);
    organization.limitsChangedAt = cluster.clock.monotonicMs();
    cluster.announceChanged(organization);
  }

  toString(): string {
    return `LimitSpend(${this.#organization}, ${this.#scope}, ${this.#nanos})`;
  }
}

export class ChangePlan implements Command {
  readonly #organization: number;
  readonly #monthlyTokens: number;
  readonly #creditsEnabled: boolean;

  constructor(organization: number, monthlyTokens: number, creditsEnabled: boolean) {
    this.#organization = organization;
    this.#monthlyTokens = monthlyTokens;
    this.#creditsEnabled = creditsEnabled;
  }

  check(): boolean {
    return true;
  }

  run({ organizations }: TestCluster): Promise<void> {
    const organization = organizations[this.#organization]!;
    organization.monthlyTokens = this.#monthlyTokens;
    organization.creditsEnabled = this.#creditsEnabled;
    return Promise.resolve();
  }

  toString(): string {
    return `ChangePlan(${this.#organization}, ${this.#monthlyTokens}, ${this.#creditsEnabled})`;
  }
}
