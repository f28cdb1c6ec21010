import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPlaygroundCredential } from '#features/oauth';
import { OrganizationScope } from '#store';
import { httpDatabases } from '#test-kit';
import { ADMIN_KEY, CODE_KEY, KEY } from '../code-sign-in/code-sign-in-node.ts';
import { otlpJson, otlpProtobuf } from './otlp.ts';
import { useTelemetry, type TelemetryFixture } from './telemetry-fixture.ts';

const COMMIT = { name: 'svc_code.commit.count', value: 1 };

async function playgroundToken({ node }: TelemetryFixture): Promise<string> {
  const { userId, organizationId } = await node.person('pia@acme.test');
  const { access_token: token } = await createPlaygroundCredential(
    node.services.codeSignIn,
    new OrganizationScope(node.db, organizationId),
    { userId, sessionId: 'bses_1', ssoConnectionId: null },
    await node.workspace('Research', organizationId),
  );
  return token;
}

/** Every row of every table, as text. */
async function dump({ node: { db } }: TelemetryFixture): Promise<string> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db);
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{
        text: string;
      }>`select t::text as text from ${sql.table(name)} as t`.execute(db);
      return rows.map(({ text }) => `${name} ${text}`).join('\n');
    }),
  );
  return texts.join('\n');
}

describe.each(await httpDatabases(import.meta.filename))('reports of code clients on $kind', (database) => {
  const telemetry = useTelemetry(database);

  it('CODE-01 are taken from code-client keys and sign-in tokens of every program', async () => {
    expect((await telemetry.count([COMMIT], CODE_KEY)).status).toBe(200);
    for (const client of ['svc-code', 'svc-code-terminal', 'svc-code-desktop']) {
      const { access_token: token } = await telemetry.node.signIn({ client, workspace: 'Research' });
      expect(
        (await telemetry.count([{ ...COMMIT, endMs: telemetry.nowMs } as typeof COMMIT], token)).status,
        client,
      ).toBe(200);
    }
    const { code, Pia } = await telemetry.activity();
    expect([code!.commits, Pia!.commits]).toEqual([1, 3]);
  });

  it('CODE-01 are refused from private keys, admin keys and the playground, before the body is looked at', async () => {
    for (const token of [KEY, await playgroundToken(telemetry)]) {
      const { status, body } = await telemetry.send({ body: 'no JSON', token });
      expect([status, body.error]).toEqual([
        403,
        expect.objectContaining({ code: 'insufficient_scope', required: 'code_telemetry' }),
      ]);
    }
    const responses = [ADMIN_KEY, `sk_svc_${'9'.repeat(64)}`].map((token) =>
      telemetry.count([COMMIT], token),
    );
    expect((await Promise.all(responses)).map(({ status, body }) => `${status} ${body.error.code}`)).toEqual([
      '403 inference_not_allowed',
      '401 invalid_api_key',
    ]);
    expect(await telemetry.activity()).toEqual({});
  });

  it('CODE-04 attributes that name somebody else change nothing', async () => {
    const { node } = telemetry;
    const dora = await node.person('dora@acme.test');
    const forged = {
      'user.id': dora.userId,
      'user.email': 'dora@acme.test',
      'user.account_uuid': dora.userId,
      'organization.id': (await node.person('fay@free.test')).organizationId,
      user_id: dora.userId,
    };
    const point = { ...COMMIT, attributes: forged, endMs: telemetry.nowMs };
    await telemetry.send({ body: otlpJson([point], forged) });
    await telemetry.send({ body: otlpProtobuf([{ ...point, endMs: point.endMs + 1 }], forged) });
    const activity = await telemetry.activity();
    expect(Object.keys(activity)).toEqual(['code']);
    expect(activity['code']).toMatchObject({ commits: 2, actor: { email: 'pia@acme.test' } });
  });

  it('CODE-06 no text of an attribute is stored but plain names of tools', async () => {
    const secrets = [
      'draw me a horse',
      '/home/pia/secret.ts',
      'rm -rf /srv/money',
      'const pin = 4711',
      'secret-file.ts',
    ];
    const [prompt, path, command, code, file] = secrets as [string, string, string, string, string];
    const attributes = { prompt, path, command, code, file, type: 'added', decision: 'accept', tool: 'edit' };
    const counts = [
      { name: 'svc_code.lines_of_code.count', value: 1, attributes },
      { name: 'svc_code.tool_decision.count', value: 1, attributes },
      ...secrets.map((tool) => ({
        name: 'svc_code.tool_decision.count',
        value: 1,
        attributes: { ...attributes, tool },
      })),
      { name: 'svc_code.prompt', value: 1, attributes },
    ].map((count) => ({ ...count, endMs: telemetry.nowMs }));
    const later = counts.map((count) => ({ ...count, endMs: count.endMs + 1 }));
    expect((await telemetry.send({ body: otlpJson(counts, { prompt, path }) })).body).toEqual({});
    expect((await telemetry.send({ body: otlpProtobuf(later, { command, code }) })).body).toHaveLength(0);
    const { tool_actions: tools } = (await telemetry.activity())['code']!;
    expect(tools).toEqual({
      edit: { accepted: 2, rejected: 0 },
      other: { accepted: 10, rejected: 0 },
    });
    const stored = await dump(telemetry);
    expect(stored).toContain('code_series ');
    for (const secret of secrets) expect(stored).not.toContain(secret);
  });

  it('CODE-06 after a hundred tools of a day, further ones are summed as other', async () => {
    const decisions = Array.from({ length: 105 }, (_, index) => ({
      name: 'svc_code.tool_decision.count',
      value: 1,
      attributes: { tool: `tool_${index}`, decision: 'accept' },
    }));
    await telemetry.count(decisions.slice(0, 60));
    await telemetry.count(decisions.slice(60));
    const { tool_actions: tools } = (await telemetry.activity())['code']!;
    expect(Object.keys(tools!)).toHaveLength(101);
    expect(tools!['other']).toEqual({ accepted: 5, rejected: 0 });
  });

  it('CODE-08 an owner turns the intake off and on again', async () => {
    const { status, body: changed } = await telemetry.administrate('PATCH', '/me', { code_telemetry: false });
    expect([status, changed.code_telemetry]).toEqual([200, false]);
    const off = await telemetry.count([COMMIT]);
    expect([off.status, off.body.error]).toEqual([
      403,
      expect.objectContaining({ code: 'feature_unavailable', feature: 'code_telemetry' }),
    ]);
    expect(await telemetry.activity()).toEqual({});
    expect((await telemetry.administrate('PATCH', '/me', { code_telemetry: true })).status).toBe(200);
    expect((await telemetry.count([COMMIT])).status).toBe(200);
    const events = await telemetry.administrate('GET', '/audit_events?event=organization.updated');
    expect(events.body.data[0].changes).toEqual({ code_telemetry: { from: false, to: true } });
  });

  it('CODE-08 an administrator may not', async () => {
    const { node } = telemetry;
    await node.db
      .updateTable('members')
      .set({ role: 'administrator' })
      .where('role', '=', 'primary_owner')
      .execute();
    node.services.forgetCredentials();
    const { status, body } = await telemetry.administrate('PATCH', '/me', { code_telemetry: false });
    expect([status, body.error.code]).toEqual([403, 'role_required']);
  });
});
