import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { lengthField } from '#kit';
import { refusal, httpDatabases } from '#test-kit';
import { otlpJson, otlpProtobuf, type SentCount } from './otlp.ts';
import { useTelemetry } from './telemetry-fixture.ts';

const MEBIBYTE = 1_048_576;
const GZIP = { 'content-encoding': 'gzip' };
/** Of one actor, within three days. */
const MAX_SERIES = 20_000;
const POINT = 'resourceMetrics[0].scopeMetrics[0].metrics[0].sum.dataPoints[0]';

describe.each(await httpDatabases(import.meta.filename))(
  'limits of what code clients report on $kind',
  (database) => {
    const telemetry = useTelemetry(database);
    const commit = (value: number, more: Partial<SentCount> = {}): SentCount => ({
      name: 'svc_code.commit.count',
      value,
      endMs: telemetry.nowMs,
      ...more,
    });
    const commits = async (): Promise<number | null | undefined> =>
      (await telemetry.activity())['code']?.commits;

    it('CODE-07 a body of 1 MiB is taken, and a longer one is not', async () => {
      const json = JSON.stringify(otlpJson([commit(1)]));
      expect((await telemetry.send({ body: json.padEnd(MEBIBYTE) })).status).toBe(200);
      const { status, body } = await telemetry.send({ body: json.padEnd(MEBIBYTE + 1) });
      expect([status, body.error.code, body.error.max_bytes]).toEqual([413, 'payload_too_large', MEBIBYTE]);
      expect(await commits()).toBe(1);
    });

    it('CODE-07 a compressed body is taken, and one that is longer than 1 MiB unpacked is not', async () => {
      const json = JSON.stringify(otlpJson([commit(1)]));
      expect(
        (
          await telemetry.send({
            body: gzipSync(json.padEnd(MEBIBYTE)),
            headers: { ...GZIP, 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(200);
      const protobuf = otlpProtobuf([commit(1, { startMs: 1 })]);
      expect((await telemetry.send({ body: gzipSync(protobuf), headers: GZIP })).status).toBe(200);
      const bomb = gzipSync(Buffer.alloc(100 * MEBIBYTE));
      expect(refusal(await telemetry.send({ body: bomb, headers: GZIP }))).toBe('413 payload_too_large');
      expect(refusal(await telemetry.send({ body: protobuf, headers: GZIP }))).toBe(
        '400 invalid_request Content-Encoding',
      );
      expect(refusal(await telemetry.send({ body: protobuf, headers: { 'content-encoding': 'br' } }))).toBe(
        '400 invalid_request Content-Encoding',
      );
      expect(refusal(await telemetry.send({ body: 'x', headers: { 'content-type': 'text/plain' } }))).toBe(
        '400 invalid_request Content-Type',
      );
      expect(await commits()).toBe(2);
    });

    it('CODE-07 a credential reports 60 times a minute', async () => {
      const responses = await Promise.all(Array.from({ length: 62 }, () => telemetry.send({ body: {} })));
      const refused = responses.filter(({ status }) => status !== 200);
      expect(refused.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual(
        Array(2).fill('429 rate_limited'),
      );
      expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
      const { access_token: token } = await telemetry.node.signIn();
      expect((await telemetry.send({ body: {}, token })).status).toBe(200);
      await telemetry.node.clock.advance(60_000);
      expect((await telemetry.send({ body: {} })).status).toBe(200);
    });

    it.each([
      ['below 0', -1, false],
      ['a part', 0.5, true],
      ['10 million', 10_000_000, false],
      ['no number', Number.NaN, true],
    ])('CODE-07 a value that is %s is refused', async (_, value, isDouble) => {
      const param = `${POINT}.${isDouble ? 'asDouble' : 'asInt'}`;
      const bodies = [otlpProtobuf([commit(value, { isDouble })]), otlpJson([commit(value, { isDouble })])];
      for (const body of bodies) {
        // JSON has no NaN: it is sent as null there.
        expect(refusal(await telemetry.send({ body }))).toBe(`400 invalid_parameter ${param}`);
      }
      expect(await commits()).toBeUndefined();
    });

    it('CODE-07 a day has less than 10 million of each, and a report that goes beyond leaves nothing', async () => {
      const added = (value: number, startMs: number) =>
        commit(value, { name: 'svc_code.lines_of_code.count', attributes: { type: 'added' }, startMs });
      await telemetry.send({ body: otlpJson([added(9_999_000, 1)]) });
      const beyond = await telemetry.send({ body: otlpJson([commit(1), added(999, 2), added(1, 3)]) });
      expect(refusal(beyond)).toBe(
        '400 invalid_parameter resourceMetrics[0].scopeMetrics[0].metrics[2].sum.dataPoints[0].asInt',
      );
      const row = (await telemetry.activity())['code']!;
      expect([row.commits, row.lines_of_code!.added]).toEqual([0, 9_999_000]);
      expect((await telemetry.send({ body: otlpJson([added(999, 2)]) })).status).toBe(200);
      expect((await telemetry.activity())['code']!.lines_of_code!.added).toBe(9_999_999);
    });

    it.each([
      ['{', '400 invalid_json'],
      ['{"resourceMetrics":7}', '400 invalid_parameter resourceMetrics'],
      ['{"resourceMetrics":[7]}', '400 invalid_parameter resourceMetrics[0]'],
      ['[]', '400 invalid_parameter resourceMetrics'],
    ])('a body that is no report is refused: %s', async (body, expected) => {
      expect(refusal(await telemetry.send({ body }))).toBe(expected);
    });

    it('CODE-07 an actor has 20,000 series, and points of more are not taken', async () => {
      await telemetry.send({ body: otlpJson([commit(1, { startMs: 1 })]) });
      const { db } = telemetry.node;
      // Two short of the limit.
      await sql`insert into code_series (organization_id, actor_id, series, counted, value, updated_at)
        select organization_id, actor_id, n || ' filled', counted, value, updated_at
        from (select * from code_series order by updated_at desc limit 1) as one
        cross join generate_series(1, ${MAX_SERIES}::int - (select count(*)::int - 1 from code_series as mine
          where mine.actor_id = (select actor_id from code_series order by updated_at desc limit 1)) - 3) as n
      `.execute(db);
      const [a, b, c] = [1, 2, 3].map((value) =>
        commit(1, { startMs: 1, attributes: { branch: `of ${value}` } }),
      ) as [SentCount, SentCount, SentCount];
      const { status, body } = await telemetry.send({ body: otlpJson([a, b, c]) });
      expect([status, body.partialSuccess?.rejectedDataPoints]).toEqual([200, '1']);
      expect(await commits()).toBe(3);
    });

    it('points without an end or a temporality are refused', async () => {
      expect(refusal(await telemetry.send({ body: otlpProtobuf([commit(1, { endMs: 0 })]) }))).toBe(
        `400 invalid_parameter ${POINT}.timeUnixNano`,
      );
      const json = JSON.stringify(otlpJson([commit(1)]));
      const body = json.replace('"aggregationTemporality":1', '"aggregationTemporality":0');
      expect(refusal(await telemetry.send({ body }))).toBe(
        '400 invalid_parameter resourceMetrics[0].scopeMetrics[0].metrics[0].sum.aggregationTemporality',
      );
    });

    it('a body with more points or fields than any client has is refused', async () => {
      const points = Array.from({ length: 2001 }, (_, index) => commit(1, { startMs: index }));
      expect(refusal(await telemetry.send({ body: otlpProtobuf(points) }))).toBe(
        '400 invalid_parameter resourceMetrics',
      );
      const fields = Buffer.concat(Array(200_000).fill(lengthField(1)));
      expect(refusal(await telemetry.send({ body: fields }))).toBe('400 invalid_request');
      expect(refusal(await telemetry.send({ body: Buffer.from('no protobuf') }))).toBe('400 invalid_request');
      expect((await telemetry.send({ body: otlpJson(points.slice(1)) })).status).toBe(200);
      expect(await commits()).toBe(2000);
    });
  },
);
