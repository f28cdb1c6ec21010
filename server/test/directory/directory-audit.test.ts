import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type HttpReply } from '#test-kit';
import { startDirectory, type DirectoryFixture } from './directory-fixture.ts';

interface Event {
  readonly id: string;
  readonly event: string;
  readonly actor: { readonly type: string; readonly id: string | null };
  readonly resource: { readonly type: string; readonly id: string };
  readonly details: { readonly reason?: string };
}

/** What the requests are about: ids by name. */
interface Things {
  readonly ann: string;
  readonly bea: string;
  readonly dora: string;
  readonly olga: string;
  readonly pia: string;
  /** Without roles. */
  readonly plain: string;
  /** Gives a role and a workspace. */
  readonly mapped: string;
}

type Ask = (directory: DirectoryFixture, things: Things) => Promise<HttpReply>;
interface Row {
  readonly what: string;
  readonly ask: Ask;
  /** Event and, where one is given, the reason. */
  readonly events: readonly string[];
}

const replace =
  (name: keyof Things, path: string, value: unknown): Ask =>
  (directory, things) =>
    directory.replace(things[name], path, value);
const members =
  (group: 'plain' | 'mapped', op: 'add' | 'remove', name: keyof Things): Ask =>
  (directory, things) =>
    directory.patchGroup(things[group], { op, path: 'members', value: [{ value: things[name] }] });

/** In this order: each finds what those before it left. */
const ROWS: readonly Row[] = [
  { what: 'POST a user', ask: (directory) => directory.make('new'), events: ['member.joined'] },
  { what: 'PATCH an attribute', ask: replace('ann', 'displayName', 'Ann B'), events: ['member.updated'] },
  {
    what: 'PUT a user',
    ask: ({ scim }, { ann }) => scim('PUT', `/Users/${ann}`, { userName: 'ann@acme.test', displayName: 'A' }),
    events: ['member.updated'],
  },
  { what: 'suspend', ask: replace('ann', 'active', 'False'), events: ['member.suspended'] },
  { what: 'suspend again', ask: replace('ann', 'active', false), events: [] },
  { what: 'revive', ask: replace('ann', 'active', 'True'), events: ['member.revived'] },
  { what: 'take over a member', ask: replace('dora', 'externalId', 'ext-d'), events: ['member.updated'] },
  {
    what: 'suspend an owner',
    ask: replace('olga', 'active', false),
    events: ['member.update_refused', 'member.updated'],
  },
  {
    what: 'remove an owner',
    ask: ({ scim }, { olga }) => scim('DELETE', `/Users/${olga}`),
    events: ['member.update_refused'],
  },
  {
    what: 'suspend the primary owner',
    ask: replace('pia', 'active', false),
    events: ['member.update_refused'],
  },
  {
    what: 'remove the primary owner',
    ask: ({ scim }, { pia }) => scim('DELETE', `/Users/${pia}`),
    events: ['member.update_refused'],
  },
  {
    what: 'POST a group',
    ask: (directory, { ann }) => directory.makeGroup('Made', [ann]),
    events: ['directory_group.created'],
  },
  {
    what: 'rename a group',
    ask: (directory, { plain }) =>
      directory.patchGroup(plain, { op: 'replace', value: { displayName: 'Plainer' } }),
    events: ['directory_group.updated'],
  },
  { what: 'add a member', ask: members('plain', 'add', 'ann'), events: ['directory_group.updated'] },
  { what: 'add a member again', ask: members('plain', 'add', 'ann'), events: [] },
  { what: 'remove a member', ask: members('plain', 'remove', 'ann'), events: ['directory_group.updated'] },
  {
    what: 'PUT a group',
    ask: ({ scim }, { plain, bea }) =>
      scim('PUT', `/Groups/${plain}`, { displayName: 'Plain', members: [{ value: bea }] }),
    events: ['directory_group.updated'],
  },
  {
    what: 'DELETE a group',
    ask: ({ scim }, { plain }) => scim('DELETE', `/Groups/${plain}`),
    events: ['directory_group.deleted'],
  },
  {
    what: 'add a member to a mapped group',
    ask: members('mapped', 'add', 'ann'),
    events: ['directory_group.updated', 'member.change_role directory', 'workspace_member.added directory'],
  },
  {
    what: 'add an owner to a mapped group',
    ask: members('mapped', 'add', 'olga'),
    events: ['directory_group.updated', 'member.update_refused directory'],
  },
  {
    what: 'remove a member from a mapped group',
    ask: members('mapped', 'remove', 'ann'),
    events: ['directory_group.updated', 'member.change_role directory', 'workspace_member.removed directory'],
  },
  {
    what: 'add one again',
    ask: members('mapped', 'add', 'bea'),
    events: ['directory_group.updated', 'member.change_role directory', 'workspace_member.added directory'],
  },
  {
    what: 'DELETE a mapped group',
    ask: ({ scim }, { mapped }) => scim('DELETE', `/Groups/${mapped}`),
    events: ['directory_group.deleted', 'member.change_role directory', 'workspace_member.removed directory'],
  },
  {
    what: 'DELETE a user',
    ask: ({ scim }, { ann }) => scim('DELETE', `/Users/${ann}`),
    events: ['member.removed'],
  },
  { what: 'POST a former member', ask: (directory) => directory.make('ann'), events: ['member.joined'] },
  { what: 'list users', ask: ({ scim }) => scim('GET', '/Users'), events: [] },
  { what: 'list groups', ask: ({ scim }) => scim('GET', '/Groups'), events: [] },
];

describe.each(await httpDatabases(import.meta.filename))(
  'the audit log of a directory on $kind',
  (database) => {
    let directory: DirectoryFixture;
    let things: Things;
    const events = async (): Promise<readonly Event[]> =>
      (await directory.call('GET', '/audit_events?limit=100')).body.data.filter(
        // Reading the log is one.
        ({ event }: Event) => event !== 'admin_api.request',
      );

    beforeAll(async () => {
      directory = await startDirectory(database);
      const made = async (name: string) => (await directory.make(name)).body.id as string;
      const group = async (name: string) => (await directory.makeGroup(name, [])).body.id as string;
      const known = (name: string) => directory.userId(`${name}@acme.test`);
      things = {
        ann: await made('ann'),
        bea: await made('bea'),
        dora: await known('dora'),
        olga: await known('olga'),
        pia: await known('pia'),
        plain: await group('Plain'),
        mapped: await group('Mapped'),
      };
      const workspace = (await directory.call('GET', '/workspaces')).body.data[0].id;
      await directory.map(things.mapped, {
        role: 'developer',
        workspaces: [{ workspace_id: workspace, role: 'workspace_user' }],
      });
    });
    afterAll(() => directory?.stop());

    it('SCIM-21 D-SCIM-11 every change is audited with the token as its actor', async () => {
      for (const { what, ask, events: expected } of ROWS) {
        const before = new Set((await events()).map(({ id }) => id));
        await ask(directory, things);
        const added = (await events()).filter(({ id }) => !before.has(id));
        const said = added.map(({ event, details }) => [event, details.reason].filter(Boolean).join(' '));
        expect(said.toSorted(), what).toEqual(expected.toSorted());
        for (const { actor } of added)
          expect(actor, what).toMatchObject({ type: 'directory_token', id: directory.tokenId });
      }
    });

    it('D-SCIM-8 mapping a group is audited with who did it, and names the group', async () => {
      const { id } = (await directory.makeGroup('Audited', [things.bea])).body;
      await directory.map(id, { role: 'developer' });
      const ofGroup = (await directory.call('GET', `/audit_events?resource_id=${id}`)).body.data;
      expect(ofGroup[0]).toMatchObject({
        event: 'directory_group.updated',
        actor: { type: 'admin_key' },
        resource: { type: 'directory_group', id },
        changes: { role: { from: null, to: 'developer' } },
      });
      const ofMember = (await directory.call('GET', `/audit_events?resource_id=${things.bea}`)).body.data;
      expect(ofMember[0]).toMatchObject({
        event: 'member.change_role',
        actor: { type: 'admin_key' },
        details: { reason: 'directory' },
      });
    });
  },
);
