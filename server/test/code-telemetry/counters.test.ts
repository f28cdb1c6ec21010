import { describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { otlpProtobuf, type SentCount } from './otlp.ts';
import { useTelemetry } from './telemetry-fixture.ts';

type Count = Omit<SentCount, 'endMs'>;

const decision = (tool: string, decided: string, value = 1): Count => ({
  name: 'svc_code.tool_decision.count',
  value,
  attributes: { tool, decision: decided },
});
const lines = (type: string, value: number): Count => ({
  name: 'svc_code.lines_of_code.count',
  value,
  attributes: { type },
});

const ALL: readonly Count[] = [
  { name: 'svc_code.session.count', value: 2 },
  lines('added', 30),
  lines('removed', 12),
  { name: 'svc_code.commit.count', value: 3 },
  { name: 'svc_code.pull_request.count', value: 1 },
  decision('edit', 'accept', 5),
  decision('edit', 'rejected', 2),
  decision('bash', 'accepted'),
];
const COUNTED = {
  sessions: 2,
  lines_of_code: { added: 30, removed: 12 },
  commits: 3,
  pull_requests: 1,
  tool_actions: { bash: { accepted: 1, rejected: 0 }, edit: { accepted: 5, rejected: 2 } },
};

describe.each(await httpDatabases(import.meta.filename))('counters of code clients on $kind', (database) => {
  const telemetry = useTelemetry(database);

  it('CODE-02 are summed by person and day, in JSON and in protobuf', async () => {
    expect(await telemetry.count(ALL)).toMatchObject({ status: 200, body: {} });
    expect((await telemetry.activity())['code']).toMatchObject(COUNTED);
    const later = ALL.map((count) => ({ ...count, endMs: telemetry.nowMs + 1 }));
    const { status, headers, body } = await telemetry.send({ body: otlpProtobuf(later) });
    expect([status, headers.get('content-type'), body]).toEqual([
      200,
      'application/x-protobuf',
      Buffer.alloc(0),
    ]);
    const { tool_actions: tools, sessions } = (await telemetry.activity())['code']!;
    expect([sessions, tools!['edit']]).toEqual([4, { accepted: 10, rejected: 4 }]);
  });

  it('CODE-02 others are dropped, and the answer is 200 without a rejected point', async () => {
    const dropped: Count[] = [
      { name: 'svc_code.cost.usage', value: 1 },
      { name: 'claude_code.session.count', value: 1 },
      { name: 'svc_code.tokens', value: 0.5, isDouble: true },
      lines('moved', 5),
      decision('edit', 'postponed'),
    ];
    expect(await telemetry.count(dropped)).toMatchObject({ status: 200, body: {} });
    const gauge = { name: 'svc_code.session.count', gauge: { dataPoints: [{ asInt: '1' }] } };
    const body = {
      resourceMetrics: [{ scopeMetrics: [{ metrics: [gauge, { name: 'x', histogram: {} }] }] }],
    };
    expect(await telemetry.send({ body })).toMatchObject({ status: 200, body: {} });
    expect(await telemetry.send({ body: {} })).toMatchObject({ status: 200, body: {} });
    expect(await telemetry.activity()).toEqual({});
  });

  it('CODE-02 the day is that of the end of the point, and never one that is yet to come', async () => {
    const { nowMs } = telemetry;
    const yesterdayMs = nowMs - 13 * 3_600_000;
    const session = { name: 'svc_code.session.count', value: 1 };
    const ends = [yesterdayMs, nowMs, nowMs + 60_000, nowMs - 25 * 3_600_000, nowMs + 2 * 3_600_000];
    const { body } = await telemetry.count(ends.map((endMs) => ({ ...session, endMs })));
    expect(body).toEqual({
      partialSuccess: {
        rejectedDataPoints: '2',
        errorMessage: 'Not taken (2): points that ended more than a day ago or are yet to come.',
      },
    });
    expect((await telemetry.activity())['code']!.sessions).toBe(2);
    expect((await telemetry.activity(yesterdayMs))['code']!.sessions).toBe(1);
    await telemetry.node.clock.advance(11.9 * 3_600_000);
    await telemetry.count([{ ...session, endMs: telemetry.nowMs + 600_000 } as Count]);
    expect((await telemetry.activity())['code']!.sessions).toBe(3);
  });

  it('CODE-02 a point of another time is rejected in protobuf as in JSON', async () => {
    const old = { name: 'svc_code.session.count', value: 1, endMs: telemetry.nowMs - 2 * 86_400_000 };
    const { body } = await telemetry.send({ body: otlpProtobuf([old]) });
    expect((body as Buffer).subarray(0, 4)).toEqual(
      Buffer.from([0x0a, (body as Buffer).length - 2, 0x08, 1]),
    );
    expect((body as Buffer).toString()).toContain('Not taken (1): points that ended more than a day ago');
  });

  it('CODE-03 the report has null for whoever reports nothing, and 0 for what a client has not counted', async () => {
    const { access_token: dora } = await telemetry.node.signIn({ email: 'dora@acme.test' });
    const { access_token: pia } = await telemetry.node.signIn();
    await telemetry.node.call(dora);
    await telemetry.node.services.journal.flush();
    await telemetry.count([{ name: 'svc_code.commit.count', value: 4 }], pia);
    const { Dora, Pia, code } = await telemetry.activity();
    expect(Dora).toMatchObject({
      requests: 1,
      sessions: null,
      lines_of_code: null,
      commits: null,
      pull_requests: null,
      tool_actions: null,
    });
    expect(Pia).toMatchObject({
      actor: { type: 'user', email: 'pia@acme.test' },
      requests: 0,
      model_breakdown: [],
      sessions: 0,
      lines_of_code: { added: 0, removed: 0 },
      commits: 4,
      pull_requests: 0,
      tool_actions: {},
    });
    expect(code).toBeUndefined();
  });
});
