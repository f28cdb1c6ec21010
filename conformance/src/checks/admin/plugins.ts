import assert from 'node:assert/strict';
import { Plugin } from '@svc/contract';
import { admin, assertAdminRefused } from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { archive, bundle, newPluginName } from '../../calls/plugin-bundle.ts';

const PATH = '/v1/organizations/plugins';
const BOUNDARY = 'conformance-boundary';

/** A form as a client without any library sends it. */
function upload(
  deployment: Deployment,
  bytes: Buffer,
  fields: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  const head = (name: string, more = ''): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const parts = Object.entries(fields).map(([name, value]) => `${head(name)}${value}\r\n`);
  const body = Buffer.concat([
    Buffer.from(`${parts.join('')}${head('file', '; filename="plugin.zip"')}`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  return deployment.send(PATH, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${deployment.credential('admin')}`,
      'svc-beta': 'admin-2026-11-01',
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body,
  });
}

async function add(deployment: Deployment, bytes: Buffer, fields?: Record<string, string>): Promise<Plugin> {
  const response = await upload(deployment, bytes, fields);
  assert.equal(response.status, 201, response.text.slice(0, 300));
  const parsed = Plugin.strict().safeParse(response.json());
  assert.ok(parsed.success, `PLUG-02 ${parsed.error?.message}`);
  return parsed.data;
}

check(
  'PLUG-01 PLUG-02 PLUG-03 PLUG-04 PLUG-10 PLUG-11',
  'an uploaded plugin has every field, is read and listed, and accepts a newer version',
  async (deployment) => {
    const name = newPluginName();
    const plugin = await add(deployment, bundle(name, '1.2.0'));
    assert.match(plugin.id, /^plg_[0-9a-z]{26}$/);
    assert.deepEqual(
      [
        plugin.name,
        plugin.display_name,
        plugin.source,
        plugin.policy,
        plugin.workspace_ids,
        plugin.description,
      ],
      [name, name, { kind: 'upload' }, 'available', null, null],
    );
    assert.deepEqual(await admin(deployment, 'GET', `/plugins/${plugin.id}`), plugin);
    const list = await admin<{ data: object[] }>(deployment, 'GET', '/plugins?limit=1');
    assert.deepEqual(list.data, [plugin]);
    const next = await add(deployment, bundle(name, '1.10.0'), { policy: 'required' });
    assert.deepEqual([next.id, next.latest_version, next.policy], [plugin.id, '1.10.0', 'required']);
    assertError(await upload(deployment, bundle(name, '1.9.0')), { status: 409, code: 'resource_conflict' });
  },
);

check('PLUG-05 PLUG-09 PLUG-12', 'policy and scope can be changed, and nothing else', async (deployment) => {
  const { id } = await add(deployment, bundle(newPluginName(), '1.0.0'));
  for (const policy of ['required', 'blocked', 'available'])
    assert.equal((await admin<Plugin>(deployment, 'PATCH', `/plugins/${id}`, { policy })).policy, policy);
  const refused = (body: object, code: string, param: string): Promise<unknown> =>
    assertAdminRefused(deployment, ['PATCH', `/plugins/${id}`, body], [400, code, param]);
  await refused({ policy: 'optional' }, 'invalid_parameter', 'policy');
  await refused({ workspace_ids: [] }, 'invalid_parameter', 'workspace_ids');
  await refused({ name: 'other' }, 'read_only_field', 'name');
});

check('PLUG-10', 'an invalid or unsafe bundle and an unknown marketplace are refused', async (deployment) => {
  const name = newPluginName();
  const entry = (path: string, mode?: number): Buffer =>
    bundle(name, '1.0.0', [{ name: path, content: 'x', ...(mode === undefined ? {} : { mode }) }]);
  for (const bytes of [
    Buffer.from('no archive'),
    archive([{ name: 'readme.md', content: '' }]),
    bundle(name, '1.0'),
    bundle('Not-Kebab', '1.0.0'),
    entry('../evil'),
    entry('/evil'),
    entry('link', 0o120_777),
    entry('Plugin.json'),
  ])
    assertError(await upload(deployment, bytes), { status: 400, code: 'invalid_plugin', param: 'file' });
  const body = { source: { kind: 'marketplace', marketplace_id: 'nowhere' }, name };
  await assertAdminRefused(
    deployment,
    ['POST', '/plugins', body],
    [404, 'marketplace_not_found', 'source.marketplace_id'],
  );
});

check('PLUG-13', 'an inference key is refused', async (deployment) => {
  const response = await deployment.get(PATH, { headers: { 'svc-beta': 'admin-2026-11-01' } });
  assertError(response, { status: 403, code: 'admin_key_required' });
});
