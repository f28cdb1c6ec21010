import assert from 'node:assert/strict';
import { assertError, assertErrorEnvelope } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { askAs, PLACES } from './routes.ts';

async function assertStanding(deployment: Deployment, name: string, code: string): Promise<void> {
  for (const place of PLACES) assertError(await askAs(deployment, place, name), { status: 403, code });
  if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, 0);
}

async function assertPlanRequired(deployment: Deployment, name: string, reason: string): Promise<void> {
  for (const place of PLACES) {
    const response = await askAs(deployment, place, name);
    const { upgrade_url: link } = assertErrorEnvelope(response);
    assert.match(String(link), /^https?:\/\/[^\s/]+/, 'D-18 an absolute link');
    assertError(response, { status: 403, code: 'plan_required', extra: { reason, upgrade_url: link } });
  }
  if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, 0);
}

check('AUTH-25', 'a key whose creator was removed does not work', (deployment) =>
  assertStanding(deployment, 'creator_removed', 'org_membership_required'),
);

check('AUTH-25', 'a key whose creator is suspended does not work', (deployment) =>
  assertStanding(deployment, 'creator_suspended', 'org_membership_required'),
);

check('AUTH-27', 'a key whose owner’s account is disabled does not work', (deployment) =>
  assertStanding(deployment, 'account_disabled', 'account_disabled'),
);

check('AUTH-28', 'a key of an unavailable organization does not work', (deployment) =>
  assertStanding(deployment, 'org_unavailable', 'org_unavailable'),
);

check('AUTH-29', 'a key on the free plan gets plan_required', (deployment) =>
  assertPlanRequired(deployment, 'free_plan', 'free_plan'),
);

check('AUTH-30', 'a key of an organization with inactive billing is refused', (deployment) =>
  assertPlanRequired(deployment, 'billing_inactive', 'billing_inactive'),
);
