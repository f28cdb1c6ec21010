import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { defaultModelPath } from './offered.ts';

const PATHS = ['/v1/models', '/v1/models/Svc%20Standard', '/v1/models/Svc%20Nothing'];
const VARYING = new Set(['x-request-id', 'x-svc-request-id', 'date']);

check(
  'MODEL-30',
  'other methods are refused before the credential is checked, and Allow names GET and HEAD (D-02)',
  async (deployment) => {
    for (const path of PATHS) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
        const response = await deployment.send(path, { method });
        assertError(response, { status: 405, code: 'method_not_allowed' });
        assert.equal(response.headers.allow, 'GET, HEAD', `${method} ${path}`);
      }
    }
  },
);

check('MODEL-31', 'HEAD returns the status and headers of GET and no body (D-03)', async (deployment) => {
  for (const path of [
    '/v1/models',
    await defaultModelPath(deployment),
    '/v1/models/Svc%20Nothing',
    '/v1/models?surface=web',
    '/v1/models?capability=tools',
  ]) {
    const headers = { authorization: `Bearer ${deployment.credential('main')}` };
    const [get, head] = [
      await deployment.send(path, { headers }),
      await deployment.send(path, { headers, method: 'HEAD' }),
    ];
    assert.equal(head.bytes.length, 0, path);
    assert.equal(head.status, get.status, path);
    for (const name of Object.keys(get.headers))
      if (!VARYING.has(name)) assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`);
    assert.equal(head.headers['content-length'], String(get.bytes.length), path);
  }
});

check('MODEL-31', 'HEAD is refused like GET', async (deployment) => {
  const response = await deployment.send('/v1/models', { method: 'HEAD' });
  assert.deepEqual([response.status, response.text], [401, '']);
  assert.equal(response.headers['www-authenticate'], 'Bearer realm="svc"');
});
