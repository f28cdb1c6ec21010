import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, Random, type HttpReply } from '#test-kit';
import { startDirectory, type DirectoryFixture } from './directory-fixture.ts';

type Request = () => Promise<HttpReply>;
/** Requests about one person, one group, or one membership: these alone stay in their order. */
type Stream = readonly Request[];

const PEOPLE = ['ann', 'bea', 'cem'] as const;
const GROUPS = { sales: 'billing', engineering: 'developer', admins: 'administrator', guests: null } as const;
const SEEDS = [1, 2, 3];

describe.each(await httpDatabases(import.meta.filename))('the order of requests on $kind', (database) => {
  let directory: DirectoryFixture;
  let workspace = '';
  beforeAll(async () => {
    directory = await startDirectory(database, { directory_requests_per_minute: 1_000_000 });
    workspace = (await directory.call('GET', '/workspaces')).body.data[0].id;
  });
  afterAll(() => directory?.stop());

  const list = async (path: string): Promise<HttpReply['body'][]> =>
    (await directory.scim('GET', path)).body.Resources;
  const named = (path: string, externalId: string) =>
    list(`${path}?filter=${encodeURIComponent(`externalId eq "ext-${externalId}"`)}`);
  const ids = new Map<string, string>();
  const idOf = async (path: string, externalId: string): Promise<string> => {
    const name = `${path} ${externalId}`;
    const id = ids.get(name) ?? ((await named(path, externalId))[0].id as string);
    ids.set(name, id);
    return id;
  };

  /** Each stream in its order, the streams in any, each request once to three times. */
  async function send(streams: readonly Stream[], random: Random): Promise<void> {
    const waiting = streams.map((stream) => [...stream]);
    for (;;) {
      const open = waiting.filter((stream) => stream.length > 0);
      if (open.length === 0) return;
      const request = random.pick(open).shift()!;
      const statuses: number[] = [];
      for (let times = 1 + random.below(3); times > 0; times--) statuses.push((await request()).status);
      expect(statuses[0]).toBeLessThan(300);
      for (const status of statuses) expect(status).toBeLessThan(500);
    }
  }

  const personStream = (name: string, at: number): Stream => {
    const change = (path: string, value: unknown) => async () =>
      directory.replace(await idOf('/Users', name), path, value);
    return [
      () => directory.make(name),
      change('displayName', `${name} the second`),
      change('emails', [{ value: `${name}.mail@acme.test`, type: 'work', primary: true }]),
      change('active', 'False'),
      ...(at % 2 === 0 ? [change('active', true)] : []),
    ];
  };
  const groupStream = (name: keyof typeof GROUPS): Stream => [
    () => directory.makeGroup(name, []),
    async () => directory.map(await idOf('/Groups', name), grantsOf(name)),
    async () =>
      directory.patchGroup(await idOf('/Groups', name), {
        op: 'replace',
        value: { displayName: `${name} renamed` },
      }),
  ];
  const grantsOf = (name: keyof typeof GROUPS) => ({
    role: GROUPS[name],
    workspaces: name === 'guests' ? [{ workspace_id: workspace, role: 'workspace_user' }] : [],
  });
  const membershipStream = (person: string, group: string, ends: boolean): Stream => {
    const ask = (operation: (id: string) => object) => async () =>
      directory.patchGroup(await idOf('/Groups', group), operation(await idOf('/Users', person)));
    const add = ask((value) => ({ op: 'Add', path: 'members', value: [{ $ref: null, value }] }));
    const remove = ask((value) => ({ op: 'remove', path: `members[value eq "${value}"]` }));
    return ends ? [add, remove] : [add, remove, add];
  };

  /** Everything that a directory can bring about, with names in place of ids. */
  async function state(): Promise<object> {
    const users = (await list('/Users')).filter(({ externalId }) => externalId);
    const names = new Map(users.map(({ id, externalId }) => [id as string, externalId as string]));
    const people = await Promise.all(
      users.map(async ({ id, meta: _meta, ...shown }) => {
        const { role, status, name, email } = (await directory.call('GET', `/users/${id}`)).body;
        const place = (await directory.call('GET', `/workspaces/${workspace}/members/${id}`)).body.role;
        return { ...shown, role, status, name, email, place };
      }),
    );
    const groups = (await list('/Groups')).map(({ displayName, externalId, members }) => ({
      displayName,
      externalId,
      members: members.map(({ value }: { value: string }) => names.get(value)).toSorted(),
    }));
    const byName = (a: { externalId: string }, b: { externalId: string }) =>
      a.externalId < b.externalId ? -1 : 1;
    return { people: people.toSorted(byName), groups: groups.toSorted(byName) };
  }

  async function removeAll(): Promise<void> {
    for (const { id } of await list('/Groups')) await directory.scim('DELETE', `/Groups/${id}`);
    for (const name of PEOPLE) await directory.scim('DELETE', `/Users/${await idOf('/Users', name)}`);
    ids.clear();
  }

  it('SCIM-19 shuffled and repeated requests for different people and groups leave the same state', async () => {
    const states: object[] = [];
    for (const seed of SEEDS) {
      const random = new Random(seed);
      const groups = Object.keys(GROUPS) as (keyof typeof GROUPS)[];
      await send([...PEOPLE.map(personStream), ...groups.map(groupStream)], random);
      const memberships = PEOPLE.flatMap((person, at) =>
        groups.map((group, other) => membershipStream(person, group, (at + other) % 3 === 0)),
      );
      await send(memberships, random);
      states.push(await state());
      await removeAll();
    }
    expect(states[0]).toMatchObject({ people: { length: PEOPLE.length }, groups: { length: 4 } });
    for (const later of states.slice(1)) expect(later).toEqual(states[0]);
  });
});
