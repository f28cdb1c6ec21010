import assert from 'node:assert/strict';
import { admin, askAdmin, assertAdminRefused, assertKeys, UTC, type Fields } from '../../calls/admin-call.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { check } from '../../runner/check.ts';
import { NotRun } from '../../runner/not-run.ts';

const PATH = '/inference_hook';
/** Switched off, it is never asked. */
const SETTINGS = { url: 'https://93.184.215.14/conformance', mode: 'off' };
const FIELDS =
  'type url mode on_failure timeout_ms events workspace_ids headers status failing_since calls_1h denied_1h failed_1h created_at updated_at';

/** Makes a hook for as long as `use` runs. One that is there is somebody's. */
async function withHook(deployment: Deployment, use: (made: Fields) => Promise<void>): Promise<void> {
  if ((await askAdmin(deployment, 'GET', PATH)).status !== 404)
    throw new NotRun('the organization has an inference hook, which is not replaced');
  const made = await admin(deployment, 'PUT', PATH, SETTINGS, 201);
  try {
    await use(made);
  } finally {
    await askAdmin(deployment, 'DELETE', PATH);
  }
}

check(
  'POLICY-01 POLICY-04',
  'a hook is made, read, replaced and deleted; its secret and the values of its headers are not shown again',
  (deployment) =>
    withHook(deployment, async (made) => {
      assertKeys(made, `${FIELDS} signing_secret`);
      assert.match(String(made['signing_secret']), /^whsec_[0-9a-f]{64}$/);
      assert.match(String(made['created_at']), UTC);
      const { signing_secret: _, ...shown } = made;
      assert.deepEqual(await admin(deployment, 'GET', PATH), shown);
      const headers = [{ name: 'x-conformance', value: 'conformance-value' }];
      const replaced = await admin(deployment, 'PUT', PATH, { ...SETTINGS, timeout_ms: 100, headers });
      assertKeys(replaced, FIELDS);
      assert.deepEqual([replaced['timeout_ms'], replaced['headers']], [100, ['x-conformance']]);
      assert.deepEqual(await admin(deployment, 'DELETE', PATH), { type: 'inference_hook', deleted: true });
      await assertAdminRefused(deployment, ['GET', PATH], [404, 'inference_hook_not_found']);
    }),
);

check('POLICY-05', 'a rotation answers a new secret and until when the old one signs', (deployment) =>
  withHook(deployment, async (made) => {
    const rotated = await admin(deployment, 'POST', `${PATH}/rotate_secret`);
    assertKeys(rotated, 'type signing_secret previous_secret_expires_at');
    assert.notEqual(rotated['signing_secret'], made['signing_secret']);
    const hours = (Date.parse(String(rotated['previous_secret_expires_at'])) - Date.now()) / 3_600_000;
    assert.ok(hours > 23, 'the old secret signs for 24 hours');
  }),
);

check('POLICY-03 POLICY-04 POLICY-08', 'settings that cannot be are refused', async (deployment) => {
  for (const [settings, refusal] of [
    [{ url: 'https://10.0.0.1/' }, [400, 'invalid_url', 'url']],
    [{ url: 'http://93.184.215.14/' }, [400, 'invalid_url', 'url']],
    [{ mode: 'on' }, [400, 'invalid_parameter', 'mode']],
    [{ timeout_ms: 99 }, [400, 'invalid_parameter', 'timeout_ms']],
    [{ headers: [{ name: 'host', value: 'a' }] }, [400, 'invalid_parameter', 'headers[0].name']],
    [{ headers: [{ name: 'svc-a', value: 'a' }] }, [400, 'invalid_parameter', 'headers[0].name']],
    [{ workspace_ids: [] }, [400, 'invalid_parameter', 'workspace_ids']],
    [{ workspace_ids: ['wrkspc_none'] }, [404, 'workspace_not_found', 'workspace_ids[0]']],
  ] as const)
    await assertAdminRefused(deployment, ['PUT', PATH, { ...SETTINGS, ...settings }], refusal);
});
