import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { CODE_KEY } from '../code-sign-in/code-sign-in-node.ts';
import { otlpJson, otlpProtobuf, type SentCount } from './otlp.ts';
import { useTelemetry } from './telemetry-fixture.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

describe.each(await httpDatabases(import.meta.filename))(
  'repeated reports of code clients on $kind',
  (database) => {
    const telemetry = useTelemetry(database);
    const commits = async (): Promise<number | null | undefined> =>
      (await telemetry.activity())['code']?.commits;
    /** A point of the n-th minute of the day's noon. */
    const minute = (n: number, value: number, more: Partial<SentCount> = {}): SentCount => ({
      name: 'svc_code.commit.count',
      value,
      startMs: telemetry.noonMs + (n - 1) * MINUTE_MS,
      endMs: telemetry.noonMs + n * MINUTE_MS,
      ...more,
    });
    const send = async (...points: readonly SentCount[]): Promise<void> => {
      expect((await telemetry.send({ body: otlpJson(points) })).status).toBe(200);
    };

    it.each([
      ['JSON', otlpJson],
      ['protobuf', otlpProtobuf],
    ])('CODE-05 a batch of %s that is sent again counts once, also at the same time', async (_, encode) => {
      const body = encode([minute(0, 2), minute(0, 3, { attributes: { branch: 'main' } })]);
      await telemetry.send({ body });
      await telemetry.send({ body });
      await Promise.all([body, body, body].map((each) => telemetry.send({ body: each })));
      expect(await commits()).toBe(5);
    });

    it('CODE-05 delta sums add up, and a batch that others overtook counts too', async () => {
      const { noonMs } = telemetry;
      const points = [0, 1, 2, 3].map((n) => ({
        ...minute(n - 4, 10 ** n),
        endMs: noonMs + (n - 4) * MINUTE_MS,
      }));
      await send(points[0]!);
      await send(points[3]!);
      await send(points[1]!, points[2]!);
      await send(points[1]!);
      expect(await commits()).toBe(1111);
    });

    it('CODE-05 cumulative sums count what they rose by, from their start on', async () => {
      const startMs = telemetry.noonMs - 60 * MINUTE_MS;
      const at = (n: number, value: number) => minute(n - 30, value, { startMs, cumulative: true });
      await send(at(1, 4));
      await send(at(2, 4));
      await send(at(3, 9));
      await send(at(1, 4));
      await send(at(2, 4));
      await send(at(4, 10), at(5, 12));
      expect(await commits()).toBe(12);
    });

    it('CODE-05 a cumulative sum that begins anew counts from 0', async () => {
      const run = (startMinute: number, n: number, value: number) =>
        minute(n, value, { startMs: telemetry.noonMs + startMinute * MINUTE_MS, cumulative: true });
      await send(run(-60, -30, 7));
      await send(run(-20, -19, 2));
      await send(run(-60, -30, 7), run(-20, -18, 3));
      // Of a client that does not tell its start.
      await send(minute(-9, 5, { startMs: 0, cumulative: true }));
      await send(minute(-8, 1, { startMs: 0, cumulative: true }));
      expect(await commits()).toBe(16);
    });

    it('CODE-05 the same series of another process or another person is another one', async () => {
      const { access_token: dora } = await telemetry.node.signIn({ email: 'dora@acme.test' });
      const points = [minute(0, 1)];
      for (const token of [CODE_KEY, dora]) {
        await telemetry.send({ body: otlpJson(points, { 'service.instance.id': 'a' }), token });
        await telemetry.send({ body: otlpJson(points, { 'service.instance.id': 'b' }), token });
      }
      const { code, Dora } = await telemetry.activity();
      expect([code!.commits, Dora!.commits]).toEqual([2, 2]);
    });

    it('CODE-05 series are forgotten after three days, and one from before counts what it adds', async () => {
      const startMs = telemetry.noonMs;
      await send(minute(0, 50, { startMs, cumulative: true }));
      await telemetry.node.clock.advance(4 * DAY_MS);
      await telemetry.node.services.modules
        .flatMap((module) => ('retention' in module ? Object.entries(module.retention) : []))
        .find(([name]) => name === 'code_series')![1](telemetry.nowMs);
      const left = await sql<{ n: number }>`select count(*)::int as n from code_series`.execute(
        telemetry.node.db,
      );
      expect(left.rows[0]!.n).toBe(0);
      const { nowMs } = telemetry;
      await send(minute(0, 50, { startMs, endMs: nowMs, cumulative: true }));
      await send(minute(0, 53, { startMs, endMs: nowMs + 1, cumulative: true }));
      expect(await commits()).toBe(3);
    });
  },
);
