import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { LIMITS, type Mail } from '@svc/contract';
import { JobWorker, Scheduler } from '#jobs';
import { createClock, Secret, type Clock } from '#kit';
import { SealingRing } from '#sealing';
import { OrganizationScope } from '#store';
import { openMailSink, type MailSink, type OpenTestDatabase, type TestDatabase } from '#test-kit';
import { enqueueLinkMail, enqueueMail } from '../enqueue-mail.ts';
import { LinkSeal } from '../link-seal.ts';
import { listMails } from '../list-mails.ts';
import { connectMailServer, type SendMail } from '../mail-server.ts';
import { sendMail } from '../send-mail.ts';

export const HOUR_MS = 3_600_000;
export const BASE = 'https://svc.acme.test';
const KEY = new Secret(Buffer.alloc(32, 9).toString('base64'));
export const seal = new LinkSeal(new SealingRing(KEY), KEY);
const log = pino({ level: 'silent' });
const SENDING = { seal, baseUrl: BASE, delivers: true };
const role = { from: 'member', to: 'developer', by: 'ada@acme.test' } as const;

/** Nodes that send mail from one database to one mail server. Mails, jobs, clock and organization are new for each test. */
export class MailFixture {
  opened!: OpenTestDatabase;
  sink!: MailSink;
  clock!: Clock;
  organizationId!: string;
  /** Run after the test, in order. */
  readonly closing: (() => unknown)[] = [];
  #names = 0;

  /** To be called once by a test file, for each database. */
  install(database: TestDatabase): void {
    beforeAll(async () => {
      this.opened = await database.open();
      this.sink = await openMailSink();
    });
    afterAll(async () => {
      await this.sink?.close();
      await this.opened?.close();
    });
    beforeEach(async () => {
      await this.db.deleteFrom('mails').execute();
      await this.db.deleteFrom('jobs').execute();
      this.clock = createClock();
      this.organizationId = await this.addOrganization();
      this.sink.mails.length = 0;
      this.sink.reply = undefined;
      return async () => {
        for (const close of this.closing.splice(0)) await close();
      };
    });
  }

  get db() {
    return this.opened.store.db;
  }

  readonly toSink: SendMail = (...all) =>
    connectMailServer(new Secret(this.sink.url), () => 'svc@acme.test')(...all);

  /** A node that sends mail; without `send` it has no mail server. What is due is sent when its clock is moved. */
  startNode(
    send: SendMail | undefined = this.toSink,
    { outbox = SENDING, clock = this.clock, to = log, db = this.db } = {},
  ): void {
    const scheduler = new Scheduler({ clock, log: to });
    const { commits } = this.opened.store;
    const nodeId = `node_${++this.#names}`;
    const parts = { db, clock, log: to, scheduler, commits, nodeId, runId: `${nodeId}/run` };
    const worker = new JobWorker({
      ...parts,
      handlers: [sendMail({ ...parts, limits: () => LIMITS, outbox, send })],
    });
    for (const job of worker.jobs) scheduler.every(job);
    this.closing.push(() => (worker.stop(), scheduler.close()));
  }

  async addOrganization(): Promise<string> {
    const id = `org_${++this.#names}`;
    const nowMs = this.clock.nowMs();
    const row = {
      id,
      name: `Acme ${id}`,
      provisioning_name: id,
      plan: 'pro',
      subscribed_at: nowMs,
      created_at: nowMs,
    };
    await this.db.insertInto('organizations').values(row).execute();
    return id;
  }

  async addMember(organizationId: string, userId: string, memberRole: 'owner' | 'developer'): Promise<void> {
    const row = {
      organization_id: organizationId,
      user_id: userId,
      role: memberRole,
      added_at: this.clock.nowMs(),
    };
    await this.db.insertInto('members').values(row).execute();
  }

  async addPerson(name: string, memberRole: 'owner' | 'developer'): Promise<string> {
    const id = `user_${name}${++this.#names}`;
    await this.db
      .insertInto('users')
      .values({ id, email: `${id}@acme.test`, name, created_at: this.clock.nowMs() })
      .execute();
    await this.addMember(this.organizationId, id, memberRole);
    return id;
  }

  enqueueRoleChange(to: string): Promise<void> {
    const { organizationId, clock } = this;
    return enqueueMail(this.db, { kind: 'role_changed', data: role, to, organizationId }, clock.nowMs());
  }

  enqueueInvite(to: string, expiresAtMs = this.clock.nowMs() + 21 * 24 * HOUR_MS): Promise<void> {
    const mail = {
      kind: 'invite',
      data: { role: 'developer', invitedBy: 'ada@acme.test' },
      token: new Secret('invitetoken_1'),
      expiresAtMs,
      to,
      organizationId: this.organizationId,
    } as const;
    return enqueueLinkMail(this.db, seal, mail, this.clock.nowMs());
  }

  enqueuePasswordReset(userId: string): Promise<void> {
    const mail = {
      kind: 'password_reset',
      data: {},
      token: new Secret('reset_1'),
      expiresAtMs: this.clock.nowMs() + HOUR_MS,
      to: 'x@acme.test',
      organizationId: null,
      userId,
    } as const;
    return enqueueLinkMail(this.db, seal, mail, this.clock.nowMs());
  }

  async outbox(delivers: boolean, of = this.organizationId): Promise<Mail[]> {
    const scope = new OrganizationScope(this.db, of);
    return (await listMails(scope, { limit: 20 }, { seal, baseUrl: BASE, delivers })).data as Mail[];
  }

  storedMails() {
    return this.db.selectFrom('mails').selectAll().orderBy('id').execute();
  }
}
