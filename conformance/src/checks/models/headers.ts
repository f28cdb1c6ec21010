import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { defaultModelPath } from './offered.ts';

const FLAGS = [
  'admin-2026-11-01',
  'mcp-tunnels-2026-12-01',
  'webhooks-2026-11-01',
  'prompt-tools-2026-12-01',
  'agents-2026-11-01',
];
const UNKNOWN_BETA = { status: 400, code: 'unknown_beta', param: 'svc-beta' };
const INVALID_VERSION = { status: 400, code: 'invalid_version', param: 'svc-version' };

async function each(
  deployment: Deployment,
  header: string,
  values: readonly string[],
  assertAnswer: (response: HttpResponse, value: string) => void,
): Promise<void> {
  for (const path of ['/v1/models', await defaultModelPath(deployment)])
    for (const value of values)
      assertAnswer(await deployment.get(path, { headers: { [header]: value } }), value);
}

const assertOk = ({ status }: HttpResponse, value: string): void => assert.equal(status, 200, value);

check(
  'VER-04 VER-09 PBETA-01',
  'every published flag is accepted on the models, alone and in a list (D-93)',
  (deployment) =>
    each(
      deployment,
      'svc-beta',
      [...FLAGS, FLAGS.join(','), ` ${FLAGS.join(' , ')} ,,`, Array(32).fill(FLAGS[0]).join(',')],
      assertOk,
    ),
);

check('VER-05 PBETA-03', 'an unknown flag is refused on the models (D-93)', async (deployment) => {
  const unknown = [
    'x-2020-01-01',
    'ADMIN-2026-11-01',
    'admin',
    `${FLAGS.join(',')},nope-2026-01-01`,
    'admin-2026-11-01 webhooks-2026-11-01',
    '*',
    '__proto__',
  ];
  await each(deployment, 'svc-beta', unknown, (response) => assertError(response, UNKNOWN_BETA));
});

check('VER-05', 'more than 32 flags are refused (D-93)', (deployment) =>
  each(deployment, 'svc-beta', [Array(33).fill(FLAGS[0]).join(',')], (response) =>
    assertError(response, UNKNOWN_BETA),
  ),
);

check('PBETA-07', 'an unpublished version is refused on the models (D-92)', async (deployment) => {
  const unpublished = [
    '1999-01-01',
    'latest',
    '2026-11-1',
    '2026-11-01T00:00:00Z',
    '2026-11-02',
    '2026-11-01, 2026-11-01',
    '__proto__',
  ];
  await each(deployment, 'svc-version', unpublished, (response) => assertError(response, INVALID_VERSION));
});

check('PBETA-06', 'the published version is accepted on the models', (deployment) =>
  each(deployment, 'svc-version', ['2026-11-01'], assertOk),
);

check('CHAT-82', 'live chat ignores svc-version (D-92)', async (deployment) => {
  for (const version of ['1999-01-01', 'latest', '2026-11-01', ''])
    assertReply(await chat(deployment, {}, { headers: { 'svc-version': version } }));
});

check(
  'VER-05 PBETA-07 PBETA-08',
  'flags and versions are checked after the credential and before the query (D-01)',
  async (deployment) => {
    const headers = { 'svc-beta': 'nope-2026-01-01', 'svc-version': '1999-01-01' };
    assertError(await deployment.send('/v1/models?surface=web', { headers }), {
      status: 401,
      code: 'unauthenticated',
    });
    assertError(await deployment.get('/v1/models?surface=web', { headers }), UNKNOWN_BETA);
    assertError(
      await deployment.get('/v1/models?surface=web', { headers: { 'svc-version': '1999-01-01' } }),
      INVALID_VERSION,
    );
    assertError(await deployment.get('/v1/models?surface=web'), {
      status: 400,
      code: 'invalid_surface',
      param: 'surface',
    });
  },
);
