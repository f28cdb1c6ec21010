import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UsageSeries } from '@svc/contract';
import { httpDatabases } from '#test-kit';
import { refusal, startConsoleFixture, type ConsoleFixture, type Someone } from './console-fixture.ts';

const SERIES = '/usage_report/series';

describe.each(await httpDatabases(import.meta.filename))(
  'usage series in the Console on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    let since: string;

    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
      const { service, secrets } = fixture;
      const chat = async (bearer: string): Promise<void> => {
        const messages = [{ role: 'user', content: 'Hi' }];
        await (await service.post('/v1/chat/completions', bearer, { messages, stream: false })).text();
      };
      for (const secret of Object.values(secrets)) await chat(secret);
      const playground = await fixture.as('owner', 'POST', '/playground/credential', {
        workspace_id: fixture.ids['Default'],
      });
      await chat(playground.body['access_token']);
      await service.flushUsage();
      since = `${new Date(service.nowMs()).toISOString().slice(0, 10)}T00:00:00Z`;
    });
    afterAll(() => fixture?.stop());

    const read = async (someone: Someone, query: string): Promise<UsageSeries> => {
      const { status, body } = await fixture.as(someone, 'GET', `${SERIES}?starting_at=${since}&${query}`);
      expect(status).toBe(200);
      return body as UsageSeries;
    };
    const namesOf = async (someone: Someone, grouping: string) =>
      (await read(someone, `measure=requests&group_by=${grouping}`)).series
        .map(({ group, name }) => name ?? (group?.includes('_') ? 'only an id' : String(group)))
        .toSorted();

    it('D-CONS-5 name keys, and tell the playground from them, for whoever may read the keys', async () => {
      expect(await namesOf('owner', 'api_key_id')).toEqual([
        'in research',
        'of dora',
        'of pia',
        'playground',
      ]);
      expect(await namesOf('billing', 'api_key_id')).toEqual([
        'only an id',
        'only an id',
        'only an id',
        'playground',
      ]);
      const dora = await namesOf('developer', 'api_key_id');
      expect([dora.includes('of dora'), dora.includes('of pia')]).toEqual([true, false]);
      expect(await namesOf('workspace_admin', 'api_key_id')).toEqual(['in research']);
    });

    it('D-CONS-5 name people for whoever manages members, and each person to themselves', async () => {
      expect(await namesOf('administrator', 'user_id')).toEqual(['dora', 'olga', 'pia@']);
      const dora = await namesOf('developer', 'user_id');
      expect([dora.includes('dora'), dora.includes('pia@')]).toEqual([true, false]);
      expect(await namesOf('owner', 'workspace_id')).toEqual(['Default', 'Research']);
    });

    it('D-CONS-3 are of what the role reaches', async () => {
      expect((await read('owner', 'measure=requests')).total).toBe('4');
      expect((await read('member', 'measure=requests')).series).toEqual([]);
      expect((await read('workspace_admin', 'measure=requests')).total).toBe('1');
      expect((await read('stranger', 'measure=requests')).total).toBe('0');
    });

    it('refuse what cannot be answered, with the name of the parameter', async () => {
      const ask = async (query: string) => refusal(await fixture.as('owner', 'GET', `${SERIES}?${query}`));
      const from = 'starting_at=2026-11-01T00:00:00Z';
      expect(await ask('measure=cost')).toBe('400 invalid_parameter starting_at');
      expect(await ask(`${from}&measure=happiness`)).toBe('400 invalid_parameter measure');
      expect(await ask(`${from}&group_by=metadata`)).toBe('400 invalid_parameter group_by');
      expect(await ask(`${from}&bucket=minute`)).toBe('400 invalid_parameter bucket');
      expect(await ask(`${from}&most_series=101`)).toBe('400 invalid_parameter most_series');
      expect(await ask(`${from}&ending_at=2026-10-01T00:00:00Z`)).toBe('400 invalid_parameter ending_at');
    });
  },
);
