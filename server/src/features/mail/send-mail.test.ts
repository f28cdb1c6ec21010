import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS, type Mail } from '@svc/contract';
import { JobWorker, Scheduler } from '#jobs';
import { createClock, AeadBox, Secret, type Clock } from '#kit';
import { OrganizationScope, StoreUnavailable } from '#store';
import { openMailSink, testDatabases, type MailSink, type OpenTestDatabase } from '#test-kit';
import { enqueueForOwners, enqueueLinkMail, enqueueMail } from './enqueue-mail.ts';
import { listMails } from './list-mails.ts';
import { connectMailServer, type SendMail } from './mail-server.ts';
import { sendMail } from './send-mail.ts';
import { dropMails } from './store/mails.ts';

const HOUR_MS = 3_600_000;
const BASE = 'https://svc.acme.test';
const KEY = new Secret(Buffer.alloc(32, 9).toString('base64'));
const seal = new AeadBox(KEY, 'svc links in mail');
const log = pino({ level: 'silent' });
const SENDING = { seal, baseUrl: BASE, delivers: true };
const role = { from: 'member', to: 'developer', by: 'ada@acme.test' } as const;

describe.each(await testDatabases())('mail on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let sink: MailSink;
  let clock: Clock;
  let closing: (() => Promise<void>)[];
  let organizationId: string;
  let names = 0;

  beforeAll(async () => {
    opened = await database.open();
    sink = await openMailSink();
  });
  afterAll(async () => {
    await sink?.close();
    await opened?.close();
  });
  beforeEach(async () => {
    const { db } = opened.store;
    await db.deleteFrom('mails').execute();
    await db.deleteFrom('jobs').execute();
    clock = createClock();
    organizationId = await addOrganization();
    sink.mails.length = 0;
    sink.answer = undefined;
    closing = [];
    return async () => {
      for (const close of closing) await close();
    };
  });

  const toSink: SendMail = (...all) => connectMailServer(new Secret(sink.url), () => 'svc@acme.test')(...all);
  /** A node that sends mail; without `send` it has no mail server. What is due is sent when its clock is moved. */
  const node = (
    send: SendMail | undefined = toSink,
    { outbox: of = SENDING, at = clock, to = log, db = opened.store.db } = {},
  ): void => {
    const scheduler = new Scheduler({ clock: at, log: to });
    const parts = {
      db,
      clock: at,
      log: to,
      scheduler,
      commits: opened.store.commits,
      runId: `node_${++names}`,
    };
    const worker = new JobWorker({
      ...parts,
      handlers: [sendMail({ ...parts, limits: () => LIMITS, outbox: of, send })],
    });
    for (const job of worker.jobs) scheduler.every(job);
    closing.push(() => (worker.stop(), scheduler.close()));
  };
  const addOrganization = async (): Promise<string> => {
    const id = `org_${++names}`;
    const nowMs = clock.nowMs();
    const row = {
      id,
      name: `Acme ${id}`,
      provisioning_name: id,
      plan: 'pro',
      subscribed_at: nowMs,
      created_at: nowMs,
    };
    await opened.store.db.insertInto('organizations').values(row).execute();
    return id;
  };
  const addMember = async (
    inOrganization: string,
    userId: string,
    memberRole: 'owner' | 'developer',
  ): Promise<void> => {
    const row = {
      organization_id: inOrganization,
      user_id: userId,
      role: memberRole,
      added_at: clock.nowMs(),
    };
    await opened.store.db.insertInto('members').values(row).execute();
  };
  const person = async (name: string, memberRole: 'owner' | 'developer'): Promise<string> => {
    const id = `user_${name}${++names}`;
    await opened.store.db
      .insertInto('users')
      .values({ id, email: `${id}@acme.test`, name, created_at: clock.nowMs() })
      .execute();
    await addMember(organizationId, id, memberRole);
    return id;
  };
  const tell = (to: string): Promise<void> =>
    enqueueMail(opened.store.db, { kind: 'role_changed', data: role, to, organizationId }, clock.nowMs());
  const invite = (to: string, expiresAtMs = clock.nowMs() + 21 * 24 * HOUR_MS): Promise<void> => {
    const token = new Secret('invitetoken_1');
    const mail = {
      kind: 'invite',
      data: { role: 'developer', invitedBy: 'ada@acme.test' },
      token,
      expiresAtMs,
    } as const;
    return enqueueLinkMail(opened.store.db, seal, { ...mail, to, organizationId }, clock.nowMs());
  };
  const reset = (userId: string): Promise<void> => {
    const mail = {
      kind: 'password_reset',
      data: {},
      token: new Secret('reset_1'),
      expiresAtMs: clock.nowMs() + HOUR_MS,
    } as const;
    return enqueueLinkMail(
      opened.store.db,
      seal,
      { ...mail, to: 'x@acme.test', organizationId: null, userId },
      clock.nowMs(),
    );
  };
  const outbox = async (delivers: boolean, of = organizationId): Promise<Mail[]> => {
    const scope = new OrganizationScope(opened.store.db, of);
    return (await listMails(scope, { limit: 20 }, { seal, baseUrl: BASE, delivers })).data as Mail[];
  };
  const stored = () => opened.store.db.selectFrom('mails').selectAll().orderBy('id').execute();

  it('D-CONS-8 is delivered once, with its link, and the token is not kept', async () => {
    await invite('bob@acme.test');
    node();
    await clock.advance(0);
    await clock.advance(0);
    expect(sink.mails).toHaveLength(1);
    const { envelope, headers, subject, text, html, messageId } = sink.mails[0]!;
    expect(envelope).toEqual({ from: 'svc@acme.test', to: ['bob@acme.test'] });
    expect(subject).toMatch(/^You are invited to Acme/);
    const link = `${BASE}/console/invite#invitetoken_1.${seal.sign('invitetoken_1')}`;
    expect(text).toContain(link);
    expect(html).toContain(`href="${link}"`);
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    const [row] = await stored();
    expect(messageId).toBe(`<${row!.id}@svc.acme.test>`);
    expect(row).toMatchObject({ status: 'sent', sealed_token: null, attempts: 1 });
    expect(await outbox(true)).toMatchObject([
      { status: 'sent', link: null, to: 'bob@acme.test', failure: null },
    ]);
  });

  it('D-CONS-8 waits where there is no mail server, for its owners to see', async () => {
    await invite('bob@acme.test');
    await tell('carl@acme.test');
    const [newer, older] = await outbox(false);
    expect(newer).toMatchObject({ kind: 'role_changed', to: 'carl@acme.test', status: 'held', link: null });
    expect(older).toMatchObject({
      kind: 'invite',
      to: 'bob@acme.test',
      status: 'held',
      link: `${BASE}/console/invite#invitetoken_1`,
    });
    expect(older!.text).toContain(older!.link!);
    const scope = new OrganizationScope(opened.store.db, organizationId);
    const held = { seal, baseUrl: BASE, delivers: false };
    expect((await listMails(scope, { limit: 20, status: 'held' }, held)).data).toHaveLength(2);
    expect((await listMails(scope, { limit: 20, status: 'sent' }, held)).data).toEqual([]);
    expect((await listMails(scope, { limit: 20, status: 'queued' }, held)).data).toEqual([]);
    // The token is in no column.
    expect(
      JSON.stringify(await stored(), (_key, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      ),
    ).not.toContain('invitetoken_1');
    // Another organization's owners do not.
    const other = await addOrganization();
    expect(await outbox(false, other)).toEqual([]);
  });

  it('shows owners what opens an account only where that account is theirs to open', async () => {
    const { db } = opened.store;
    const own = await person('dora', 'developer');
    const peer = await person('olga', 'owner');
    const shared = await person('sam', 'developer');
    const other = await addOrganization();
    await addMember(other, shared, 'developer');
    for (const userId of [own, peer, shared]) await reset(userId);
    const seen = await outbox(false);
    expect(seen.map(({ link }) => link)).toEqual([`${BASE}/console/reset-password#reset_1`]);
    expect((await stored()).map((mail) => mail.user_id === own)).toContain(true);
    expect(await outbox(false, other)).toEqual([]);
    await db
      .updateTable('members')
      .set({ status: 'removed' })
      .where('organization_id', '=', other)
      .where('user_id', '=', shared)
      .execute();
    expect(await outbox(false)).toHaveLength(2);
  });

  it('goes out once from two nodes', async () => {
    for (let mail = 0; mail < 30; mail++) await tell(`person${mail}@acme.test`);
    node();
    node();
    await clock.advance(0);
    expect(sink.mails.map(({ envelope }) => envelope.to[0]!).toSorted((a, b) => a.localeCompare(b))).toEqual(
      Array.from({ length: 30 }, (_, mail) => `person${mail}@acme.test`).toSorted((a, b) =>
        a.localeCompare(b),
      ),
    );
  });

  it('is tried again, later each time, under the same id, until it is old', async () => {
    await tell('bob@acme.test');
    sink.answer = { at: 'data', code: 451, text: 'host mx7.internal is busy' };
    node();
    await clock.advance(0);
    expect(await outbox(true)).toMatchObject([{ status: 'queued', failure: 'deferred', attempts: 1 }]);
    // A minute after the first attempt, and two after the second.
    await clock.advance(59_000);
    expect((await stored())[0]!.attempts).toBe(1);
    await clock.advance(62_000);
    expect((await stored())[0]!.attempts).toBe(2);
    await clock.advance(62_000);
    expect((await stored())[0]!.attempts).toBe(2);
    sink.answer = undefined;
    await clock.advance(62_000);
    expect(sink.mails.map(({ messageId }) => messageId)).toEqual([
      `<${(await stored())[0]!.id}@svc.acme.test>`,
    ]);
    sink.answer = { at: 'data', code: 451, text: 'busy' };
    await tell('carl@acme.test');
    await clock.advance(0);
    await clock.advance(72 * HOUR_MS);
    expect((await outbox(true))[0]).toMatchObject({
      to: 'carl@acme.test',
      status: 'failed',
      failure: 'expired',
    });
    expect(JSON.stringify(await stored())).not.toContain('mx7');
  });

  it('is given up at once when the server does not want it, and its link stays for its owners', async () => {
    await invite('nobody@acme.test');
    sink.answer = { at: 'recipient', code: 550, text: 'no such user' };
    node();
    await clock.advance(0);
    expect(await outbox(true)).toMatchObject([
      { status: 'failed', failure: 'refused', link: expect.stringContaining('#invitetoken_1') },
    ]);
    sink.answer = undefined;
    await clock.advance(24 * HOUR_MS);
    expect(sink.mails).toEqual([]);
  });

  it('comes again under the same id when a node died with it, and not before that is certain', async () => {
    await tell('bob@acme.test');
    const [mail] = await stored();
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    const { promise: never, resolve: end } = Promise.withResolvers<void>();
    closing.push(() => Promise.resolve(end()));
    const dying = createClock();
    node(() => (hear(), never), { at: dying });
    void dying.advance(0);
    await heard;
    node();
    await clock.advance(119_000);
    expect(sink.mails).toEqual([]);
    await clock.advance(2000);
    expect(sink.mails.map(({ messageId }) => messageId)).toEqual([`<${mail!.id}@svc.acme.test>`]);
  });

  it('stays sent when a node that lost it for a while says otherwise', async () => {
    await tell('bob@acme.test');
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    const { promise: answer, reject: refuse } = Promise.withResolvers<void>();
    const slow = createClock();
    node(() => (hear(), answer), { at: slow });
    const round = slow.advance(0);
    await heard;
    // Past its lease, by another node's clock.
    const later = createClock(121_000);
    node(toSink, { at: later });
    await later.advance(0);
    refuse(Object.assign(new Error('no'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }));
    await round;
    expect(sink.mails).toHaveLength(1);
    expect(await outbox(true)).toMatchObject([{ status: 'sent', failure: null }]);
  });

  it('waits for a database that is away, and says so once', async () => {
    await tell('bob@acme.test');
    const lines: string[] = [];
    const state = { away: true };
    const db = opened.store.db.withPlugin({
      transformQuery: ({ node: query }) => {
        if (state.away) throw new StoreUnavailable('failing');
        return query;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    node(toSink, { db, to: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) });
    for (let round = 0; round < 3; round++) await clock.advance(0);
    expect(lines).toHaveLength(1);
    state.away = false;
    await clock.advance(0);
    expect(sink.mails).toHaveLength(1);
  });

  it('buries nobody: five of a kind an hour and twenty a day, the rest later', async () => {
    for (let mail = 0; mail < 30; mail++) await invite(mail % 2 === 0 ? 'bob@acme.test' : 'BOB@acme.test');
    await tell('bob@acme.test');
    for (let key = 0; key < 6; key++) {
      const data = { keyId: `adminkey_${key}`, name: 'ci', by: null };
      await enqueueMail(
        opened.store.db,
        { kind: 'admin_key_created', data, to: 'bob@acme.test', organizationId },
        clock.nowMs(),
      );
    }
    const invites = (): number =>
      sink.mails.filter(({ subject }) => subject?.startsWith('You are invited')).length;
    node();
    node();
    await clock.advance(0);
    // A flood of one kind holds up no other, and what nobody else can set off has no pace.
    expect([invites(), sink.mails.length]).toEqual([5, 12]);
    await clock.advance(HOUR_MS / 2);
    expect(invites()).toBe(5);
    for (let half = 0; half < 7; half++) await clock.advance(HOUR_MS / 2);
    expect(invites()).toBe(20);
    await clock.advance(2 * HOUR_MS);
    expect(invites()).toBe(20);
    await clock.advance(19 * HOUR_MS);
    await clock.advance(HOUR_MS);
    expect(invites()).toBe(30);
  });

  it('cannot be steered to others by an address', async () => {
    for (const to of [
      'bob@acme.test, eve@evil.test',
      'bob@acme.test\r\nBcc: eve@evil.test',
      '<eve@evil.test> bob@acme.test',
    ])
      await tell(to);
    node();
    await clock.advance(0);
    expect(sink.mails).toEqual([]);
    expect((await outbox(true)).map(({ failure }) => failure)).toEqual(['refused', 'refused', 'refused']);
  });

  it('is dropped after its keeping time, whatever became of it', async () => {
    await invite('bob@acme.test');
    await dropMails(opened.store.db, clock.nowMs() - HOUR_MS);
    expect(await stored()).toHaveLength(1);
    await dropMails(opened.store.db, clock.nowMs() + HOUR_MS);
    expect(await stored()).toEqual([]);
  });

  it('tells every owner who can act, and nobody else', async () => {
    const { db } = opened.store;
    await person('olga', 'owner');
    const suspended = await person('sid', 'owner');
    await person('dora', 'developer');
    await db.updateTable('members').set({ status: 'suspended' }).where('user_id', '=', suspended).execute();
    const data = { keyId: 'adminkey_1', name: 'ci', by: null };
    await enqueueForOwners(
      new OrganizationScope(db, organizationId),
      { kind: 'admin_key_created', data },
      clock.nowMs(),
    );
    expect((await stored()).map(({ recipient }) => recipient)).toEqual([expect.stringMatching(/^user_olga/)]);
  });

  it('stays readable when the data key was changed, save its link', async () => {
    await invite('bob@acme.test');
    const changed = {
      seal: new AeadBox(new Secret(Buffer.alloc(32, 1).toString('base64')), 'svc links in mail'),
      baseUrl: BASE,
    };
    const scope = new OrganizationScope(opened.store.db, organizationId);
    expect((await listMails(scope, { limit: 20 }, { ...changed, delivers: false })).data).toMatchObject([
      { kind: 'invite', link: null },
    ]);
    node(toSink, { outbox: { ...changed, delivers: true } });
    await clock.advance(0);
    expect(sink.mails).toEqual([]);
    expect(await outbox(true)).toMatchObject([{ status: 'failed', failure: 'unreadable' }]);
  });
});
