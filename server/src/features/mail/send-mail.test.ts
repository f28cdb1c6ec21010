import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createClock, Secret } from '#kit';
import { SealingRing } from '#sealing';
import { OrganizationScope, StoreUnavailable } from '#store';
import { testDatabases } from '#test-kit';
import { enqueueForOwners, enqueueMail } from './enqueue-mail.ts';
import { LinkSeal } from './link-seal.ts';
import { listMails } from './list-mails.ts';
import { dropMails } from './store/mails.ts';
import { BASE, HOUR_MS, MailFixture, seal } from './test-support/mail-fixture.ts';

describe.each(await testDatabases())('mail on the $kind database', (database) => {
  const fixture = new MailFixture();
  fixture.install(database);

  it('D-CONS-8 is delivered once, with its link, and the token is not kept', async () => {
    await fixture.enqueueInvite('bob@acme.test');
    fixture.startNode();
    await fixture.clock.advance(0);
    await fixture.clock.advance(0);
    expect(fixture.sink.mails).toHaveLength(1);
    const { envelope, headers, subject, text, html, messageId } = fixture.sink.mails[0]!;
    expect(envelope).toEqual({ from: 'svc@acme.test', to: ['bob@acme.test'] });
    expect(subject).toMatch(/^You are invited to Acme/);
    const link = `${BASE}/console/invite#invitetoken_1.${seal.sign('invitetoken_1')}`;
    expect(text).toContain(link);
    expect(html).toContain(`href="${link}"`);
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    const [row] = await fixture.storedMails();
    expect(messageId).toBe(`<${row!.id}@svc.acme.test>`);
    expect(row).toMatchObject({ status: 'sent', sealed_token: null, attempts: 1 });
    expect(await fixture.outbox(true)).toMatchObject([
      { status: 'sent', link: null, to: 'bob@acme.test', failure: null },
    ]);
  });

  it('D-CONS-8 waits where there is no mail server, for its owners to see', async () => {
    await fixture.enqueueInvite('bob@acme.test');
    await fixture.enqueueRoleChange('carl@acme.test');
    const [newer, older] = await fixture.outbox(false);
    expect(newer).toMatchObject({ kind: 'role_changed', to: 'carl@acme.test', status: 'held', link: null });
    expect(older).toMatchObject({
      kind: 'invite',
      to: 'bob@acme.test',
      status: 'held',
      link: `${BASE}/console/invite#invitetoken_1`,
    });
    expect(older!.text).toContain(older!.link!);
    const scope = new OrganizationScope(fixture.db, fixture.organizationId);
    const held = { seal, baseUrl: BASE, delivers: false };
    expect((await listMails(scope, { limit: 20, status: 'held' }, held)).data).toHaveLength(2);
    expect((await listMails(scope, { limit: 20, status: 'sent' }, held)).data).toEqual([]);
    expect((await listMails(scope, { limit: 20, status: 'queued' }, held)).data).toEqual([]);
    // The token is in no column.
    expect(
      JSON.stringify(await fixture.storedMails(), (_key, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      ),
    ).not.toContain('invitetoken_1');
    // Another organization's owners do not.
    const other = await fixture.addOrganization();
    expect(await fixture.outbox(false, other)).toEqual([]);
  });

  it('shows owners what opens an account only where that account is theirs to open', async () => {
    const { db } = fixture.opened.store;
    const own = await fixture.addPerson('dora', 'developer');
    const peer = await fixture.addPerson('olga', 'owner');
    const shared = await fixture.addPerson('sam', 'developer');
    const other = await fixture.addOrganization();
    await fixture.addMember(other, shared, 'developer');
    for (const userId of [own, peer, shared]) await fixture.enqueuePasswordReset(userId);
    const seen = await fixture.outbox(false);
    expect(seen.map(({ link }) => link)).toEqual([`${BASE}/console/reset-password#reset_1`]);
    expect((await fixture.storedMails()).map((mail) => mail.user_id === own)).toContain(true);
    expect(await fixture.outbox(false, other)).toEqual([]);
    await db
      .updateTable('members')
      .set({ status: 'removed' })
      .where('organization_id', '=', other)
      .where('user_id', '=', shared)
      .execute();
    expect(await fixture.outbox(false)).toHaveLength(2);
  });

  it('goes out once from two nodes', async () => {
    for (let mail = 0; mail < 30; mail++) await fixture.enqueueRoleChange(`person${mail}@acme.test`);
    fixture.startNode();
    fixture.startNode();
    await fixture.clock.advance(0);
    expect(
      fixture.sink.mails.map(({ envelope }) => envelope.to[0]!).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(
      Array.from({ length: 30 }, (_, mail) => `person${mail}@acme.test`).toSorted((a, b) =>
        a.localeCompare(b),
      ),
    );
  });

  it('is tried again, later each time, under the same id, until it is old', async () => {
    await fixture.enqueueRoleChange('bob@acme.test');
    fixture.sink.reply = { at: 'data', code: 451, text: 'host mx7.internal is busy' };
    fixture.startNode();
    await fixture.clock.advance(0);
    expect(await fixture.outbox(true)).toMatchObject([
      { status: 'queued', failure: 'deferred', attempts: 1 },
    ]);
    // A minute after the first attempt, and two after the second.
    await fixture.clock.advance(59_000);
    expect((await fixture.storedMails())[0]!.attempts).toBe(1);
    await fixture.clock.advance(62_000);
    expect((await fixture.storedMails())[0]!.attempts).toBe(2);
    await fixture.clock.advance(62_000);
    expect((await fixture.storedMails())[0]!.attempts).toBe(2);
    fixture.sink.reply = undefined;
    await fixture.clock.advance(62_000);
    expect(fixture.sink.mails.map(({ messageId }) => messageId)).toEqual([
      `<${(await fixture.storedMails())[0]!.id}@svc.acme.test>`,
    ]);
    fixture.sink.reply = { at: 'data', code: 451, text: 'busy' };
    await fixture.enqueueRoleChange('carl@acme.test');
    await fixture.clock.advance(0);
    await fixture.clock.advance(72 * HOUR_MS);
    expect((await fixture.outbox(true))[0]).toMatchObject({
      to: 'carl@acme.test',
      status: 'failed',
      failure: 'expired',
    });
    expect(JSON.stringify(await fixture.storedMails())).not.toContain('mx7');
  });

  it('is given up at once when the server does not want it, and its link stays for its owners', async () => {
    await fixture.enqueueInvite('nobody@acme.test');
    fixture.sink.reply = { at: 'recipient', code: 550, text: 'no such user' };
    fixture.startNode();
    await fixture.clock.advance(0);
    expect(await fixture.outbox(true)).toMatchObject([
      { status: 'failed', failure: 'refused', link: expect.stringContaining('#invitetoken_1') },
    ]);
    fixture.sink.reply = undefined;
    await fixture.clock.advance(24 * HOUR_MS);
    expect(fixture.sink.mails).toEqual([]);
  });

  it('comes again under the same id when a node died with it, and not before that is certain', async () => {
    await fixture.enqueueRoleChange('bob@acme.test');
    const [mail] = await fixture.storedMails();
    const { promise: received, resolve: hear } = Promise.withResolvers<void>();
    const { promise: never, resolve: end } = Promise.withResolvers<void>();
    fixture.closing.push(() => Promise.resolve(end()));
    const dying = createClock();
    fixture.startNode(() => (hear(), never), { clock: dying });
    void dying.advance(0);
    await received;
    fixture.startNode();
    await fixture.clock.advance(24_000);
    expect(fixture.sink.mails).toEqual([]);
    await fixture.clock.advance(2000);
    // Not at once: after a move of the clock other nodes may have yet to renew.
    await expect
      .poll(() => fixture.sink.mails.map(({ messageId }) => messageId), { timeout: 20_000 })
      .toEqual([`<${mail!.id}@svc.acme.test>`]);
  });

  it('stays sent when a node that lost it for a while says otherwise', async () => {
    await fixture.enqueueRoleChange('bob@acme.test');
    const { promise: received, resolve: hear } = Promise.withResolvers<void>();
    const { promise: response, reject: refuse } = Promise.withResolvers<void>();
    const slow = createClock();
    fixture.startNode(() => (hear(), response), { clock: slow });
    const round = slow.advance(0);
    await received;
    // Past its lease, by another node's clock.
    const later = createClock(121_000);
    fixture.startNode(fixture.toSink, { clock: later });
    await later.advance(0);
    refuse(Object.assign(new Error('no'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }));
    await round;
    expect(fixture.sink.mails).toHaveLength(1);
    expect(await fixture.outbox(true)).toMatchObject([{ status: 'sent', failure: null }]);
  });

  it('waits for a database that is away, and says so once', async () => {
    await fixture.enqueueRoleChange('bob@acme.test');
    const lines: string[] = [];
    const state = { unavailable: true };
    const db = fixture.db.withPlugin({
      transformQuery: ({ node: query }) => {
        if (state.unavailable) throw new StoreUnavailable('failing');
        return query;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    fixture.startNode(fixture.toSink, {
      db,
      to: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    });
    for (let round = 0; round < 3; round++) await fixture.clock.advance(0);
    expect(lines).toHaveLength(1);
    state.unavailable = false;
    await fixture.clock.advance(0);
    expect(fixture.sink.mails).toHaveLength(1);
  });

  it('buries nobody: five of a kind an hour and twenty a day, the rest later', async () => {
    for (let mail = 0; mail < 30; mail++)
      await fixture.enqueueInvite(mail % 2 === 0 ? 'bob@acme.test' : 'BOB@acme.test');
    await fixture.enqueueRoleChange('bob@acme.test');
    for (let key = 0; key < 6; key++) {
      const data = { keyId: `adminkey_${key}`, name: 'ci', by: null };
      await enqueueMail(
        fixture.db,
        { kind: 'admin_key_created', data, to: 'bob@acme.test', organizationId: fixture.organizationId },
        fixture.clock.nowMs(),
      );
    }
    const invites = (): number =>
      fixture.sink.mails.filter(({ subject }) => subject?.startsWith('You are invited')).length;
    fixture.startNode();
    fixture.startNode();
    await fixture.clock.advance(0);
    // A flood of one kind holds up no other, and what nobody else can set off has no pace.
    expect([invites(), fixture.sink.mails.length]).toEqual([5, 12]);
    await fixture.clock.advance(HOUR_MS / 2);
    expect(invites()).toBe(5);
    for (let half = 0; half < 7; half++) await fixture.clock.advance(HOUR_MS / 2);
    expect(invites()).toBe(20);
    await fixture.clock.advance(2 * HOUR_MS);
    expect(invites()).toBe(20);
    await fixture.clock.advance(19 * HOUR_MS);
    await fixture.clock.advance(HOUR_MS);
    expect(invites()).toBe(30);
  });

  it('cannot be steered to others by an address', async () => {
    for (const to of [
      'bob@acme.test, eve@evil.test',
      'bob@acme.test\r\nBcc: eve@evil.test',
      '<eve@evil.test> bob@acme.test',
    ])
      await fixture.enqueueRoleChange(to);
    fixture.startNode();
    await fixture.clock.advance(0);
    expect(fixture.sink.mails).toEqual([]);
    expect((await fixture.outbox(true)).map(({ failure }) => failure)).toEqual([
      'refused',
      'refused',
      'refused',
    ]);
  });

  it('is dropped after its keeping time, whatever became of it', async () => {
    await fixture.enqueueInvite('bob@acme.test');
    await dropMails(fixture.db, fixture.clock.nowMs() - HOUR_MS);
    expect(await fixture.storedMails()).toHaveLength(1);
    await dropMails(fixture.db, fixture.clock.nowMs() + HOUR_MS);
    expect(await fixture.storedMails()).toEqual([]);
  });

  it('tells every owner who can act, and nobody else', async () => {
    const { db } = fixture.opened.store;
    await fixture.addPerson('olga', 'owner');
    const suspended = await fixture.addPerson('sid', 'owner');
    await fixture.addPerson('dora', 'developer');
    await db.updateTable('members').set({ status: 'suspended' }).where('user_id', '=', suspended).execute();
    const data = { keyId: 'adminkey_1', name: 'ci', by: null };
    await enqueueForOwners(
      new OrganizationScope(db, fixture.organizationId),
      { kind: 'admin_key_created', data },
      fixture.clock.nowMs(),
    );
    expect((await fixture.storedMails()).map(({ recipient }) => recipient)).toEqual([
      expect.stringMatching(/^user_olga/),
    ]);
  });

  it('stays readable when the data key was changed, save its link', async () => {
    await fixture.enqueueInvite('bob@acme.test');
    const otherKey = new Secret(Buffer.alloc(32, 1).toString('base64'));
    const changed = { seal: new LinkSeal(new SealingRing(otherKey), otherKey), baseUrl: BASE };
    const scope = new OrganizationScope(fixture.db, fixture.organizationId);
    expect((await listMails(scope, { limit: 20 }, { ...changed, delivers: false })).data).toMatchObject([
      { kind: 'invite', link: null },
    ]);
    fixture.startNode(fixture.toSink, { outbox: { ...changed, delivers: true } });
    await fixture.clock.advance(0);
    expect(fixture.sink.mails).toEqual([]);
    expect(await fixture.outbox(true)).toMatchObject([{ status: 'failed', failure: 'unreadable' }]);
  });
});
