import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import {
  refusal,
  startConsoleFixture,
  type ConsoleFixture,
  type Someone,
} from '../console/console-fixture.ts';
import { FAMILY, type FamilyResource } from './family.ts';

const NAMED = FAMILY.map((resource) => [resource.type, resource] as const);
const MODEL = 'Svc Standard';

/** What each may do in the workspace Default, where the second developer has made what `own` means. */
const RIGHTS: Readonly<Record<string, { readonly who: Someone; readonly may: string }>> = {
  'primary owner': { who: 'primary_owner', may: 'read make change archive own others' },
  owner: { who: 'owner', may: 'read make change archive own others' },
  administrator: { who: 'administrator', may: 'read make change archive own others' },
  'workspace admin': { who: 'workspace_admin', may: 'read make change archive own others' },
  'workspace developer': { who: 'second_developer', may: 'read make change archive own' },
  'workspace user': { who: 'member', may: 'read' },
  billing: { who: 'billing', may: '' },
};

describe.each(await httpDatabases(import.meta.filename))(
  'the agents family in the Console on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
      const { status } = await fixture.admin('POST', `/workspaces/${fixture.ids['Default']}/members`, {
        user_id: fixture.ids['workspace_admin'],
        role: 'workspace_admin',
      });
      if (status !== 201) throw new Error(`a member was not added: ${status}`);
    });
    afterAll(() => fixture?.stop());

    const root = ({ path }: FamilyResource, workspace = 'Default'): string =>
      `/workspaces/${fixture.ids[workspace]}${path.replace('/v1', '')}`;
    const creation = (resource: FamilyResource): object => ({
      ...resource.creation('text'),
      model: MODEL,
      tools: [],
    });
    const made = async (resource: FamilyResource, who: Someone, workspace?: string): Promise<string> => {
      const { status, body } = await fixture.as(who, 'POST', root(resource, workspace), creation(resource));
      expect([status, body.error]).toEqual([201, undefined]);
      return body.id as string;
    };

    const cells = NAMED.flatMap(([type, resource]) =>
      Object.entries(RIGHTS).map(([role, rights]) => [type, role, resource, rights] as const),
    );

    it.each(cells)(
      'SHARE-17 %s: a %s may do what the role says',
      async (_type, _role, resource, { who, may }) => {
        const ids = { own: await made(resource, 'second_developer'), others: await made(resource, 'owner') };
        const one = (whose: keyof typeof ids): string => `${root(resource)}/${ids[whose]}`;
        const tries: Readonly<Record<string, () => ReturnType<ConsoleFixture['as']>>> = {
          read: () => fixture.as(who, 'GET', one('others')),
          make: () => fixture.as(who, 'POST', root(resource), creation(resource)),
          change: () => fixture.as(who, 'PATCH', one('others'), resource.change),
          archive: () => fixture.as(who, 'POST', `${one('others')}/archive`),
          own: () => fixture.as(who, 'DELETE', one('own')),
          others: () => fixture.as(who, 'DELETE', one('others')),
        };
        const allowed = [];
        for (const [what, attempt] of Object.entries(tries)) {
          const reply = await attempt();
          if (reply.status < 300) allowed.push(what);
          else expect([what, refusal(reply)]).toEqual([what, '403 role_required']);
        }
        expect(allowed.join(' ')).toBe(may);
        const list = await fixture.as(who, 'GET', root(resource));
        expect(list.status).toBe(may.includes('read') ? 200 : 403);
      },
    );

    it.each(NAMED)('SHARE-17 %s is out of reach in a workspace without a role', async (_type, resource) => {
      const id = await made(resource, 'owner', 'Research');
      for (const who of ['second_developer', 'member'] as const)
        for (const [method, path, body] of [
          ['GET', root(resource, 'Research')],
          ['GET', `${root(resource, 'Research')}/${id}`],
          ['DELETE', `${root(resource, 'Research')}/${id}`],
          ['POST', root(resource, 'Research'), creation(resource)],
        ] as const)
          expect(refusal(await fixture.as(who, method, path, body))).toMatch(
            who === 'member' && method !== 'GET' ? /^403 role_required/ : /^404 workspace_not_found/,
          );
    });

    it.each(NAMED)(
      'SHARE-17 SHARE-18 %s that a key made belongs to whose key it was',
      async (_type, resource) => {
        const response = await fetch(`http://127.0.0.1:${fixture.service.port}${resource.path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${fixture.secrets.dora}`,
            'svc-beta': 'agents-2026-11-01',
            'content-type': 'application/json',
          },
          body: JSON.stringify(creation(resource)),
        });
        const { id } = (await response.json()) as { id: string };
        const path = `${root(resource)}/${id}`;
        expect(refusal(await fixture.as('second_developer', 'DELETE', path))).toBe('403 role_required');
        expect((await fixture.as('developer', 'DELETE', path)).status).toBe(200);
        const { data } = (await fixture.admin('GET', `/audit_events?resource_id=${id}`)).body;
        expect(
          data.map(({ event, actor }: { event: string; actor: { type: string } }) => [event, actor.type]),
        ).toEqual([
          [`${resource.audited}.deleted`, 'user'],
          [`${resource.audited}.created`, 'api_key'],
        ]);
      },
    );

    it.each(NAMED)(
      'SHARE-11 %s is back as it was after its workspace is unarchived',
      async (_type, resource) => {
        const { body: workspace } = await fixture.admin('POST', '/workspaces', {
          name: `For ${resource.type}`,
        });
        const path = `/workspaces/${workspace.id}${resource.path.replace('/v1', '')}`;
        const ids = [];
        for (let i = 0; i < 2; i++)
          ids.push((await fixture.as('owner', 'POST', path, creation(resource))).body.id as string);
        await fixture.as('owner', 'POST', `${path}/${ids[0]}/archive`);
        const read = async () => (await fixture.as('owner', 'GET', `${path}?include_archived=true`)).body;
        const before = await read();
        expect(before.data).toHaveLength(2);
        await fixture.admin('POST', `/workspaces/${workspace.id}/archive`);
        expect(refusal(await fixture.as('owner', 'PATCH', `${path}/${ids[1]}`, resource.change))).toMatch(
          /^409 resource_conflict/,
        );
        await fixture.admin('POST', `/workspaces/${workspace.id}/unarchive`);
        expect(await read()).toEqual(before);
        expect((await fixture.as('owner', 'PATCH', `${path}/${ids[1]}`, resource.change)).status).toBe(200);
      },
    );
  },
);
