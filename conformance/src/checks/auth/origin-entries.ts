import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { NotRun } from '../../runner/not-run.ts';
import { ask } from './routes.ts';

const SECRET = `sk_live_${'1818'.repeat(16)}`;

/** Provisions one more key of Acme with an origin list. */
async function provisionKey(deployment: Deployment, origins: readonly string[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-conformance-'));
  try {
    const file = join(directory, 'provisioning.yaml');
    const member = { email: 'ada@acme.test', name: 'Ada', role: 'primary_owner' };
    const key = { name: 'entries', created_by: member.email, secret: SECRET, allowed_origins: origins };
    await writeFile(
      file,
      JSON.stringify({ organizations: [{ name: 'Acme', plan: 'pro', members: [member], keys: [key] }] }),
    );
    return await deployment.operate('provision', file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

check(
  'KEY-58',
  'an invalid entry is refused on save and named in the error, and nothing is saved',
  async (deployment) => {
    const unreadable = ['https://', 'https://a b.test', 'https://user@a.test', 'https://*.*.test', 'null'];
    await assert.rejects(provisionKey(deployment, ['https://a.test', ...unreadable]), (error: Error) => {
      if (error instanceof NotRun) throw error;
      for (const i of unreadable.keys())
        assert.ok(
          error.message.includes(`allowed_origins[${i + 1}]`),
          `${unreadable[i]} is named in ${error.message}`,
        );
      return true;
    });
    const authorization = `Bearer ${SECRET}`;
    assertError(await ask(deployment, 'models', { authorization, origin: 'https://a.test' }), {
      status: 401,
      code: 'invalid_api_key',
    });
    await provisionKey(deployment, ['https://a.test']);
    assert.equal(
      (await ask(deployment, 'models', { authorization, origin: 'https://a.test' })).status,
      200,
      'a good entry is saved',
    );
  },
);
