import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMINISTRATION_OPERATIONS,
  CONSOLE_OPERATIONS,
  type MarginReport,
  type Operation,
} from '@svc/contract';
import { freePort, openaiEngine, startScriptedUpstream, httpDatabases, textReply } from '#test-kit';
import type { ScriptedUpstream } from '#test-kit';
import { ADMIN_SECRET } from '../console/console-fixture.ts';
import { refusal, startOperatorFixture, type OperatorFixture } from './operator-fixture.ts';

const rates = (input: string, output: string) => ({ input, output });
/** Found in no answer that an organization gets: dollars of a cost that nothing else is. */
const COST = rates('0.123457', '0.654321');

describe.each(await httpDatabases(import.meta.filename))('engine costs on $kind', (database) => {
  let fixture: OperatorFixture;
  let upstream: ScriptedUpstream;
  let requestId: string;

  beforeAll(async () => {
    upstream = await startScriptedUpstream(textReply(['a', 'b', 'c']));
    const { baseUrl } = upstream;
    const dead = `http://127.0.0.1:${await freePort()}/v1`;
    fixture = await startOperatorFixture(
      database,
      {},
      {
        engines: { dead: openaiEngine(dead), main: openaiEngine(baseUrl) },
        models: [
          {
            id: 'Svc Standard',
            default: true,
            pricing: { input: '3', output: '15' },
            routes: [
              { engine: 'dead', priority: 1, cost: rates('9', '9') },
              { engine: 'main', priority: 2, cost: COST },
            ],
          },
        ],
      },
    );
    requestId = await ask();
    await fixture.service.flushUsage();
  });
  afterAll(async () => {
    await fixture?.stop();
    await upstream?.close();
  });

  async function ask(): Promise<string> {
    const body = { max_tokens: 50, messages: [{ role: 'user', content: 'hello' }] };
    const response = await fixture.service.post('/v1/messages', fixture.secrets.pia, {
      model: 'Svc Standard',
      ...body,
    });
    expect(response.status).toBe(200);
    await response.text();
    return response.headers.get('x-request-id')!;
  }

  const acme = () => fixture.organizations['Acme']!;
  const read = async (path: string): Promise<MarginReport> =>
    (await fixture.api('GET', path)).body as MarginReport;

  it('are those of the engine that answered, with each request and in all', async () => {
    const { body } = await fixture.api('GET', `/requests/${requestId}`);
    expect(body.engine).toBe('main');
    const { input_tokens: input, output_tokens: output } = body.usage;
    const nanos = Math.ceil((input * 123_457 + output * 654_321) / 1000);
    expect(nanos).toBeGreaterThan(0);
    const costUsd = `0.${String(nanos).padStart(9, '0')}`.replace(/0+$/, '');
    expect(body.engine_cost_usd).toBe(costUsd);
    const report = await read('/margins');
    const total = {
      requests: 1,
      input_tokens: input,
      output_tokens: output,
      retail_usd: '0.00',
      engine_cost_usd: costUsd,
      plan_engine_cost_usd: costUsd,
      margin_usd: `-${costUsd}`,
      requests_without_cost: 0,
    };
    expect(report).toMatchObject({ period: 'month', total, models: [{ model: 'Svc Standard', ...total }] });
    expect((await read(`/organizations/${acme()}/margins?period=day`)).total).toEqual(total);
    const globex = fixture.organizations['Globex']!;
    expect((await read(`/organizations/${globex}/margins`)).total.requests).toBe(0);
    const { body: listed } = await fixture.api('GET', '/margins/organizations?period=week&sort=margin');
    expect(listed.data).toEqual([
      expect.objectContaining({ organization_id: acme(), organization_name: 'Acme', ...total }),
    ]);
    expect([listed.first_id, listed.last_id, listed.has_more]).toEqual([acme(), acme(), false]);
  });

  it('refuse what is no period, no order and no organization', async () => {
    const of = async (path: string) => refusal(await fixture.api('GET', path));
    expect(await of('/margins?period=year')).toBe('400 invalid_parameter period');
    expect(await of('/margins?at=soon')).toBe('400 invalid_parameter at');
    expect(await of('/margins/organizations?sort=name')).toBe('400 invalid_parameter sort');
    expect(await of('/margins/organizations?after_id=org_none')).toBe('400 invalid_parameter after_id');
    expect(await of('/organizations/org_none/margins')).toBe('404 organization_not_found');
  });

  it('are in nothing that the organization reads, by key or in the Console', async () => {
    const fill = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? 'none');
    const IDS: Record<string, string> = { request_id: requestId, organization_id: acme() };
    const said: string[] = [];
    const base = `http://127.0.0.1:${fixture.service.port}`;
    const span = 'starting_at=2026-01-01T00:00:00Z&limit=31';
    for (const { method, path } of ADMINISTRATION_OPERATIONS as readonly Operation[]) {
      if (method !== 'GET') continue;
      for (const query of ['', `?${span}`]) {
        const headers = { authorization: `Bearer ${ADMIN_SECRET}` };
        said.push(await (await fetch(base + fill(path) + query, { headers })).text());
      }
    }
    const owner = await fixture.browserOf('primary_owner');
    for (const { method, path } of CONSOLE_OPERATIONS as readonly Operation[])
      if (method === 'GET') said.push(JSON.stringify((await owner.get(fill(path))).body));
    const models = await fetch(`${base}/v1/models`, {
      headers: { authorization: `Bearer ${fixture.secrets.pia}` },
    });
    said.push(await models.text());
    const text = said.join('\n');
    expect(text).toContain(requestId);
    expect(text).toContain('Svc Standard');
    for (const word of ['engine_cost', 'margin', '0.123457', '0.654321', '"cost":{'])
      expect(text).not.toContain(word);
  });
});
