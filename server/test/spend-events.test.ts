import { describe, expect, it } from 'vitest';
import { testDatabases, type RunningService } from '#test-kit';
import { installMoneyHooks, withMoney } from './money/with-money.ts';

/** Mail waiting in the outbox, because there is no mail server. */
const mailOf = (service: RunningService) =>
  service.drainAndRead((db) =>
    db.selectFrom('mails').select(['kind', 'recipient', 'data']).orderBy('id').execute(),
  );

const dataOf = ({ body }: { readonly body: string }) =>
  (JSON.parse(body) as { readonly data: Record<string, unknown> }).data;

installMoneyHooks();

describe.each(await testDatabases())('events about spend on the $kind database', (database) => {
  it('D-CONS-8 records and mails once when spend reaches 50, 80 and 100 % of a spend limit', () =>
    withMoney(
      database,
      {
        credits: { enabled: true, balance_usd: '1' },
        more: {
          members: [
            { email: 'ada@acme.test', name: 'Ada', role: 'primary_owner' },
            { email: 'bill@acme.test', name: 'Bill', role: 'billing' },
            { email: 'dora@acme.test', name: 'Dora', role: 'developer' },
          ],
          spend_limits: [{ scope: 'member', member: 'ada@acme.test', limit_usd: '0.001' }],
        },
      },
      async ({ ask, advance, service }) => {
        // A third of the limit each; the ledger check makes sure that everything is in the database.
        for (let request = 0; request < 4; request++) {
          expect((await ask()).status).toBe(200);
          await service.operator.checkLedger();
          await advance(1);
        }
        expect((await ask()).error.limit).toBe('spend_limit');
        return async () => {
          const events = await service.drainAndRead((db) =>
            db.selectFrom('outbox_events').selectAll().orderBy('id').execute(),
          );
          const received = events.map((event) => [event.type, dataOf(event)['threshold_percent']]);
          expect(received).toEqual([50, 80, 100].map((percent) => ['spend.threshold_reached', percent]));
          expect(dataOf(events[0]!)).toMatchObject({
            object: {
              type: 'spend_limit',
              limit_usd: '0.001',
              spent_usd: '0.00066',
              scope: { type: 'member' },
            },
          });
          const mails = await mailOf(service);
          const percents = mails.map(
            ({ recipient, data }) => `${recipient} ${(data as { percent: number }).percent}`,
          );
          expect(percents.toSorted()).toEqual([
            'ada@acme.test 100',
            'ada@acme.test 50',
            'ada@acme.test 80',
            'bill@acme.test 100',
            'bill@acme.test 50',
            'bill@acme.test 80',
          ]);
        };
      },
    ));

  it('D-CONS-8 records and mails each time the balance falls below its trigger', () =>
    withMoney(
      database,
      { credits: { enabled: true, balance_usd: '0.001', low_balance_usd: '0.0008' } },
      async ({ ask, advance, service }) => {
        const askAndLook = async (): Promise<void> => {
          expect((await ask()).status).toBe(200);
          await service.operator.checkLedger();
          await advance(1);
        };
        await askAndLook();
        await askAndLook();
        await service.operator.grantCredits({ organization: 'Acme', amountUsd: '0.001', note: 'test' });
        await advance(1);
        await askAndLook();
        await askAndLook();
        return async () => {
          const events = await service.drainAndRead((db) =>
            db.selectFrom('outbox_events').selectAll().orderBy('id').execute(),
          );
          expect(events.map((event) => [event.type, dataOf(event)])).toEqual(
            ['0.00067', '0.00068'].map((balance) => [
              'credits.low_balance',
              {
                object: {
                  type: 'credit_balance',
                  balance_usd: balance,
                  auto_reload: { enabled: false, trigger_usd: '0.0008', last_error: null },
                },
              },
            ]),
          );
        };
      },
    ));
});
