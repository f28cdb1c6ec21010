import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInviteByToken } from '#features/organization';
import { Secret } from '#kit';
import { openMailSink, httpDatabases, type MailSink, type ReceivedMail } from '#test-kit';
import { startAdminFixture, type AdminFixture } from './administration/admin-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('mail of a service on $kind', (database) => {
  let sink: MailSink;
  let fixture: AdminFixture;

  beforeAll(async () => {
    sink = await openMailSink();
    fixture = await startAdminFixture(
      database,
      { mail: { from: 'svc@acme.test' } },
      { SMTP_URL: sink.url, SVC_BASE_URL: 'https://svc.acme.test' },
    );
  });
  afterAll(async () => {
    await fixture?.stop();
    await sink?.close();
  });

  /** The mails after `change`, by recipient and subject. */
  const mailed = async (change: () => Promise<unknown>): Promise<string[]> => {
    await fixture.advance(1);
    sink.mails.length = 0;
    await change();
    await fixture.advance(1);
    return sink.mails.map((mail: ReceivedMail) => `${mail.envelope.to.join()}: ${mail.subject}`).toSorted();
  };
  const userId = async (email: string): Promise<string> =>
    (await fixture.call('GET', `/users?email=${email}`)).body.data[0].id;

  it('D-CONS-8 notifies the owners of each admin key that is created or revoked', async () => {
    await fixture.advance(1);
    const made = sink.mails.map(({ envelope, subject }) => `${envelope.to.join()}: ${subject}`).toSorted();
    const owners = ['olga@acme.test', 'pia@acme.test'];
    expect(made).toEqual([
      'gus@globex.test: An admin key was created in Globex',
      ...owners.flatMap((owner) => [
        `${owner}: An admin key was created in Acme`,
        `${owner}: An admin key was created in Acme`,
      ]),
    ]);
    const revoked = owners.map((owner) => `${owner}: An admin key was revoked in Acme`);
    expect(await mailed(() => fixture.service.operator.revokeKey('of the administrator'))).toEqual(revoked);
    expect(sink.mails[0]!.text).toContain(
      'The operator of the service revoked the admin key “of the administrator” (adminkey_',
    );
    expect(await mailed(() => fixture.service.operator.revokeKey('of the administrator'))).toEqual([]);
    expect(await mailed(() => fixture.service.operator.revokeKey('second'))).toEqual([]);
  });

  it('D-CONS-8 notifies a user of a changed role, and who changed it', async () => {
    const dora = await userId('dora@acme.test');
    const change = (role: string) => () => fixture.call('PATCH', `/users/${dora}`, { body: { role } });
    expect(await mailed(change('billing'))).toEqual(['dora@acme.test: Your role in Acme was changed']);
    expect(sink.mails[0]!.text).toContain(
      'olga@acme.test changed your role in the organization “Acme” from Developer to Billing.',
    );
    expect(await mailed(change('billing'))).toEqual([]);
    expect(await mailed(change('primary_owner'))).toEqual([]);
  });

  it('D-ADM-3 D-CONS-8 mails the link of an invite to the invited address only', async () => {
    let response: unknown;
    const invite = async (): Promise<void> => {
      const reply = await fixture.call('POST', '/invites', {
        body: { email: 'new@acme.test', role: 'developer' },
      });
      expect(reply.status).toBe(201);
      response = reply.body;
    };
    expect(await mailed(invite)).toEqual(['new@acme.test: You are invited to Acme']);
    const { text, html, envelope } = sink.mails[0]!;
    expect(envelope.from).toBe('svc@acme.test');
    const [link, token] =
      /https:\/\/svc\.acme\.test\/console\/invite#(invitetoken_[0-9a-f]{64})\.[0-9a-f]{64}/.exec(text ?? '')!;
    expect(html).toContain(`href="${link}"`);
    expect(text).toContain('olga@acme.test invited you to the organization “Acme” as Developer.');
    expect(JSON.stringify(response)).not.toContain(token!.slice(12));
    expect(fixture.service.logLines.join('\n')).not.toMatch(/invitetoken_|new@acme\.test/);
    // Refused: no invite and no mail.
    expect(
      await mailed(() =>
        fixture.call('POST', '/invites', { body: { email: 'new@acme.test', role: 'developer' } }),
      ),
    ).toEqual([]);

    const withdrawn = await mailed(async () => {
      const { body } = await fixture.call('POST', '/invites', {
        body: { email: 'other@acme.test', role: 'member' },
      });
      await fixture.call('DELETE', `/invites/${body.id}`);
    });
    expect(withdrawn).toEqual(['other@acme.test: You are invited to Acme']);
    const dead = new Secret(/invitetoken_[0-9a-f]{64}/.exec(sink.mails[0]!.text ?? '')![0]);
    const alive = new Secret(token!);
    await fixture.service.drainAndRead(async (db) => {
      const nowMs = Date.now();
      expect(await findInviteByToken(db, alive, nowMs)).toMatchObject({
        email: 'new@acme.test',
        role: 'developer',
        status: 'pending',
      });
      expect(await findInviteByToken(db, dead, nowMs)).toBeUndefined();
      expect(await findInviteByToken(db, new Secret(`${token!.slice(0, -1)}x`), nowMs)).toBeUndefined();
      expect(await findInviteByToken(db, alive, nowMs + 22 * 86_400_000)).toBeUndefined();
      const rows = await db.selectFrom('mails').select(['status', 'sealed_token']).execute();
      expect(new Set(rows.map(({ status, sealed_token: sealed }) => `${status} ${sealed === null}`))).toEqual(
        new Set(['sent true']),
      );
    });
  });
});
