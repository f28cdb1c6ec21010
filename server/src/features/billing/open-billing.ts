import type { DeploymentConfig } from '#config';
import type { Clock, Closing, Log } from '#kit';
import type { Store, UsageJournal } from '#store';
import { Allowance, type AllowanceSettings } from './allowance.ts';
import { WalletCache } from './credits/wallet-cache.ts';
import { TokenCounter } from './metering/token-counter.ts';
import { spendWatch } from './spend-watch.ts';

interface BillingParts {
  readonly db: Store['db'];
  readonly store: Pick<Store, 'announcements'>;
  readonly journal: UsageJournal;
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: () => DeploymentConfig;
  readonly nodeId: string;
  readonly runId: string;
  readonly closing: Closing;
}

/** Credits of the organizations, of which this node leases parts, and what counts and charges usage. */
export function openBilling(parts: BillingParts) {
  const { db, store, journal, clock, log, deployment, nodeId, runId, closing } = parts;
  const { announcements } = store;
  const holdMs = (): number => deployment().limits.credit_hold_s * 1000;
  const walletCache = new WalletCache({ db, clock, log, journal, announcements, nodeId, runId, holdMs });
  return {
    tokenCounter: closing(new TokenCounter()),
    walletCache,
    spendWatch: spendWatch({ db, clock }),
    allowance: new Allowance(walletCache, runId, () => settingsOf(deployment())),
  };
}

function settingsOf({ limits, links, tools }: DeploymentConfig): AllowanceSettings {
  return {
    limits,
    toolPrices: tools.prices,
    upgradeUrl: links.upgrade,
    addCreditUrl: links.add_credit,
    actionUrl: links.action,
  };
}
