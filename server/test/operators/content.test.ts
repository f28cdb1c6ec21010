import { OPERATOR_OPERATIONS, type Operation } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { ADMIN_SECRET } from '../console/console-fixture.ts';
import { refusal, startOperatorFixture, type OperatorFixture } from './operator-fixture.ts';

const MARKER = 'marker-9f2c';
const PROMPT = `What is ${MARKER}-prompt?`;

const ENGINES = {
  main: { type: 'sandbox' },
  spare: {
    type: 'openai',
    base_url: 'http://127.0.0.1:9/v1',
    api_key: `${MARKER}-api-key`,
    headers: { 'x-token': `${MARKER}-header` },
  },
};

describe.each(await httpDatabases(import.meta.filename))(
  'what operators see of the deployment on $kind',
  (database) => {
    let fixture: OperatorFixture;
    let requestId: string;

    beforeAll(async () => {
      fixture = await startOperatorFixture(
        database,
        {},
        { engines: ENGINES, cluster_secret: `${MARKER}-${'s'.repeat(40)}` },
      );
      requestId = await ask();
      await leaveContent();
      await fixture.service.flushUsage();
    });
    afterAll(() => fixture?.stop());

    async function ask(): Promise<string> {
      const body = { model: 'Svc Standard', max_tokens: 50, messages: [{ role: 'user', content: PROMPT }] };
      const response = await fixture.service.post('/v1/messages', fixture.secrets.pia, body);
      expect(await response.text()).toContain(MARKER);
      return response.headers.get('x-request-id')!;
    }

    async function leaveContent(): Promise<void> {
      const form = new FormData();
      form.set('purpose', 'document');
      form.set('file', new File([`${MARKER}-file`], `${MARKER}-name.txt`, { type: 'text/plain' }));
      const headers = { authorization: `Bearer ${fixture.secrets.pia}` };
      const url = `http://127.0.0.1:${fixture.service.port}`;
      expect((await fetch(`${url}/v1/files`, { method: 'POST', headers, body: form })).status).toBe(201);
      const described = { description: `${MARKER}-description` };
      const patched = await fixture.admin('PATCH', `/workspaces/${fixture.ids['Research']}`, described);
      expect(patched.status).toBe(200);
      const template = { name: `${MARKER}-template`, messages: [{ role: 'user', content: PROMPT }] };
      const beta = { 'svc-beta': 'prompt-tools-2026-12-01' };
      const made = await fixture.service.post('/v1/prompts/templates', fixture.secrets.pia, template, beta);
      expect(made.status).toBe(201);
    }

    it('is no content and no secret, in no answer', async () => {
      const acme = fixture.organizations['Acme']!;
      await fixture.api('PATCH', `/organizations/${acme}`, { body: { credits_enabled: true } });
      const { data: keys } = (await fixture.api('GET', `/organizations/${acme}/keys`)).body;
      // One of the operations revokes it, and other tests call with the one of Pia.
      const key = keys.find(({ name }: { name: string }) => name === 'in research');
      const ids: Record<string, string> = {
        organization_id: acme,
        request_id: requestId,
        api_key_id: key.id,
      };
      const responses: string[] = [];
      for (const { method, path } of OPERATOR_OPERATIONS as readonly Operation[]) {
        const filled = path
          .slice('/operator/v1'.length)
          .replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none');
        const body = method === 'GET' ? {} : { body: { [MARKER.slice(0, 6)]: true } };
        const { body: response } = await fixture.api(method, filled, body);
        responses.push(JSON.stringify(response));
      }
      const said = responses.join('\n');
      // The name of an unknown field is told, and that is all.
      expect(said.replaceAll('"marker"', '').replaceAll(/parameter marker\b/g, '')).not.toContain(MARKER);
      for (const secret of [...Object.values(fixture.secrets), ADMIN_SECRET, ...Object.values(fixture.keys)])
        expect(said).not.toContain(secret);
      for (const shown of [requestId, key.id, 'Research', 'otto@svc.test', 'margin_report'])
        expect(said).toContain(shown);
    });

    it('is the record of a call of whichever organization, with what it used', async () => {
      const { body } = await fixture.api('GET', `/requests/${requestId}`);
      expect(body).toMatchObject({
        id: requestId,
        type: 'request',
        organization_id: fixture.organizations['Acme'],
        endpoint: '/v1/messages',
        model: 'Svc Standard',
        outcome: 'completed',
        status: 200,
        billing_source: 'subscription',
        engine_fault: null,
      });
      expect(body.usage.output_tokens).toBeGreaterThan(0);
      for (const id of ['req_nothing', requestId.replace(/.$/, (end) => (end === '0' ? '1' : '0'))])
        expect(refusal(await fixture.api('GET', `/requests/${id}`))).toBe('404 request_not_found');
    });

    it('is the state of the engines and routes of the node that answers', async () => {
      const { body } = await fixture.api('GET', '/node');
      expect(body).toMatchObject({ type: 'node_state', unavailable: [], degraded: [] });
      expect(
        body.engines.map(({ name, type, slots_in_use: used }: Record<string, unknown>) => [name, type, used]),
      ).toEqual([
        ['main', 'sandbox', 0],
        ['spare', 'openai', 0],
      ]);
      expect(body.models[0]).toMatchObject({
        id: 'Svc Standard',
        routes: [{ engine: 'main', model: 'upstream-standard', breaker: 'closed' }],
      });
    });

    it('is the list of calls of all organizations, by engine and by how they ended', async () => {
      const { body } = await fixture.api('GET', '/requests?engine=main&outcome=completed');
      expect(body.data).toMatchObject([
        {
          id: requestId,
          type: 'request',
          organization_name: 'Acme',
          engine: 'main',
          outcome: 'completed',
          engine_fault: null,
        },
      ]);
      expect((await fixture.api('GET', '/requests?status=429')).body.data).toEqual([]);
    });

    it('is who uses an engine at this moment, the largest first', async () => {
      const held = async (key: string) => {
        const body = {
          messages: [{ role: 'user', content: '[[sandbox: delay=300]] one two three' }],
          stream: true,
        };
        return fixture.service.post('/v1/chat/completions', key, body);
      };
      const responses = [await held(fixture.secrets.pia), await held(fixture.secrets.pia)];
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const [main] = (await fixture.api('GET', '/node')).body.engines;
      expect([main.slots_in_use, main.shares]).toEqual([
        2,
        [{ organization_id: fixture.organizations['Acme'], organization_name: 'Acme', slots_in_use: 2 }],
      ]);
      for (const response of responses) await response.body?.cancel();
    });

    it('is the configuration in force, with the digest that readiness tells', async () => {
      const { body } = await fixture.api('GET', '/configuration');
      expect(body.configuration).toMatchObject({
        engines: { spare: { base_url: 'http://127.0.0.1:9/v1', api_key: '[secret]' } },
        plans: [{ id: 'pro' }],
      });
      expect(body.digest).toBe(fixture.service.readiness().configuration);
    });
  },
);
