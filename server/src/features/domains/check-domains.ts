import type { LimitValues } from '@svc/contract';
import type { Kysely } from 'kysely';
import { BY_SYSTEM } from '#features/audit';
import type { PeriodicJob } from '#jobs';
import { DAY_MS, describeError, HOUR_MS, type Clock, type Log, type ResolveText } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { setFound, setLapsed } from './change-domains.ts';
import { txtNameOf } from './domain-object.ts';
import { findDomain, isVerifiedElsewhere, setDomain, takeDueDomain, type DueDomain } from './store.ts';

export interface DomainCheckDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
  readonly resolveText: ResolveText;
}

/** Looks once a day whether the values of verified domains are still there (SSO-01, D-SSO-5), over all nodes. */
export function checkDomains(deps: DomainCheckDeps): PeriodicJob {
  return {
    name: 'domains.check',
    everyMs: HOUR_MS,
    async run() {
      const nowMs = deps.clock.nowMs();
      for (;;) {
        const due = await takeDueDomain(deps.db, nowMs - DAY_MS, nowMs);
        if (!due) return;
        await checkDomain(deps, due, nowMs);
      }
    },
  };
}

async function checkDomain(deps: DomainCheckDeps, due: DueDomain, nowMs: number): Promise<void> {
  const values = await deps.resolveText(txtNameOf(due.domain)).catch((error: unknown) => {
    deps.log.warn({ error: describeError(error), domain: due.domain }, 'look-up of a domain failed');
    return undefined;
  });
  // A failing look-up says nothing about the value (D-SSO-5).
  if (values === undefined) return;
  const isThere = values.includes(due.txt_value);
  const afterMs = deps.limits().sso_domain_missing_days * DAY_MS;
  await deps.db
    .transaction()
    .execute((trx) => (isThere ? noteFound(trx, due, nowMs) : noteMissing(trx, due, { nowMs, afterMs })));
}

async function noteFound(trx: Kysely<Tables>, due: DueDomain, nowMs: number): Promise<void> {
  const scope = new OrganizationScope(trx, due.organization_id);
  if (await isVerifiedElsewhere(scope, due.domain)) return;
  const row = await findSame(scope, due);
  if (row) await setFound({ scope, source: BY_SYSTEM, nowMs }, row);
}

async function noteMissing(
  trx: Kysely<Tables>,
  due: DueDomain,
  { nowMs, afterMs }: { readonly nowMs: number; readonly afterMs: number },
): Promise<void> {
  const scope = new OrganizationScope(trx, due.organization_id);
  const row = await findSame(scope, due);
  if (row?.status !== 'verified') return;
  // A check that comes late, because the service was stopped, counts from when it was due.
  const sinceMs = row.missing_since_at ?? Math.min(nowMs, due.checked_before_at + DAY_MS);
  await setDomain(scope, row.domain, { missing_since_at: sinceMs });
  if (nowMs - sinceMs >= afterMs) await setLapsed({ scope, source: BY_SYSTEM, nowMs }, row);
}

/** The row as it is now. Undefined: it was deleted during the look-up, even if there is a new one of that name, with another value. */
async function findSame(scope: OrganizationScope, { id, domain }: DueDomain) {
  const row = await findDomain(scope, domain);
  return row?.id === id ? row : undefined;
}
