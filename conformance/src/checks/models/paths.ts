import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';

const NOT_FOUND = { status: 404, code: 'not_found' };

check(
  'MODEL-28',
  'paths are matched exactly, with slashes and case, and without redirects (D-07)',
  async (deployment) => {
    for (const path of [
      '/v1//models',
      '//v1/models',
      '/V1/models',
      '/v1/Models',
      '/v1/models/Svc%20Standard/',
      '/v1/models/Svc/Standard',
      '/v1/./models',
      '/v1/x/../models',
    ]) {
      // As bytes: a client would tidy the path first.
      const authorization = `Authorization: Bearer ${deployment.credential('main')}`;
      const response = await deployment.sendRaw(
        `GET ${path} HTTP/1.1\r\nHost: svc.test\r\n${authorization}\r\nConnection: close\r\n\r\n`,
      );
      assertError(response, NOT_FOUND);
    }
  },
);

check(
  'MODEL-28',
  'a trailing slash after the list is an unknown path, also without a credential (D-07, D-02)',
  async (deployment) => {
    assertError(await deployment.get('/v1/models/'), NOT_FOUND);
    assertError(await deployment.send('/v1/models/'), NOT_FOUND);
  },
);

check('MODEL-28', 'methods are case-sensitive too', async (deployment) => {
  const response = await deployment.sendRaw(
    'get /v1/models HTTP/1.1\r\nHost: svc.test\r\nConnection: close\r\n\r\n',
  );
  assert.ok([400, 405].includes(response.status), `status ${response.status}`);
});

check(
  'MODEL-30',
  'POST to a path that only resembles the list is not an endpoint (D-02)',
  async (deployment) => {
    for (const path of ['/v1/models/', '/v1/Models', '/v1/models/a/b']) {
      const response = await deployment.post(path, {});
      assertError(response, { status: 405, code: 'endpoint_not_supported' });
      assert.equal(response.headers.allow, '');
    }
  },
);
