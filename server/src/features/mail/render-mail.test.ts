import { describe, expect, it } from 'vitest';
import type { MailKind } from '@svc/contract';
import type { MailFacts } from './mail-kinds.ts';
import { mailText } from './mail-texts.ts';
import { plainName, quoteName } from './quote-name.ts';
import { linkAddress, renderMail } from './render-mail.ts';

const BASE = 'https://svc.acme.test';

function invite(organization: string, invitedBy = 'ada@acme.test') {
  return mailText('invite', { role: 'developer', invitedBy }, { organization, expiresAtMs: 0 });
}

describe('what a mail says', () => {
  it('D-CONS-8 puts a name on one line, whatever is in it', () => {
    expect(plainName('Acme\r\nBcc: eve@evil.test\r\n\r\nHello')).toBe('Acme Bcc: eve@evil.test Hello');
    expect(plainName('Acme\u2028x\u0085y\u0000z\u202Egpj\u200B')).toBe('Acme x y z gpj');
    expect(plainName('Zoë 株式会社 👩🏽‍🚀')).toBe('Zoë 株式会社 👩🏽 🚀');
    expect(plainName('x'.repeat(500))).toHaveLength(100);
    expect(invite('A\r\nBcc: eve@evil.test').subject).toBe('You are invited to A Bcc: eve@evil.test');
  });

  it('leaves nothing in a name for a mail program to make a link of', () => {
    const quoted = quoteName('Win at https://evil.test/now or write eve@evil.test” now');
    expect(quoted).not.toMatch(/:\/|evil\.test|eve@e/);
    expect(quoted.replaceAll('\u200B', '')).toBe(
      "“Win at https://evil.test/now or write eve@evil.test' now”",
    );
  });

  it('escapes what would be markup, and loads nothing from anywhere', () => {
    const link = linkAddress(BASE, 'invite', 'invitetoken_1');
    const { html, text } = renderMail(invite('<img src=x onerror=alert(1)>'), link, BASE);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html.match(/<(?!\/?(p|a|br|html|body|!doctype)\b)/gi)).toBeNull();
    expect(html.match(/(?:src|href|url)\s*=\s*"[^"]*"/gi)).toEqual([
      `href="${BASE}/console/invite#invitetoken_1"`,
    ]);
    expect(text).toContain(`Accept the invitation: ${BASE}/console/invite#invitetoken_1`);
  });

  it('has words for every kind', () => {
    const context = { organization: 'Acme', expiresAtMs: Date.UTC(2027, 0, 2) };
    const key = { keyId: 'adminkey_1', name: 'ci', by: null };
    const limit = {
      limit_usd: '5',
      resets_at: '2027-02-01T00:00:00Z',
      spent_usd: '2.5',
      scope: { type: 'workspace', workspace_id: 'wrkspc_1' },
    } as never;
    const at = { atMs: 0, ipAddress: '192.0.2.1', userAgent: 'Firefox' };
    const facts: MailFacts = {
      invite: { role: 'developer', invitedBy: 'ada@acme.test' },
      password_reset: {},
      new_sign_in: at,
      factor_changed: { change: 'passkey.added', ...at },
      role_changed: { from: 'developer', to: 'owner', by: 'ada@acme.test' },
      admin_key_created: key,
      admin_key_revoked: key,
      spend_threshold: { percent: 50, limit },
      low_balance: { balanceUsd: '0.5', triggerUsd: '1' },
      webhook_disabled: {
        webhookId: 'whk_1',
        url: 'https://hooks.acme.test/',
        workspace: 'Research',
        sinceMs: 0,
      },
      inference_hook_failing: { url: 'https://policy.acme.test/', sinceMs: 0, refuses: false },
      sso_certificate_ending: {
        connectionId: 'sso_1',
        name: 'Acme login',
        what: 'client_secret',
        endsAtMs: Date.UTC(2027, 0, 2),
      },
      sign_up: {},
      sign_up_known: {},
      sign_up_approved: { organization: 'Acme' },
      sign_up_refused: { organization: 'Acme', reason: 'Not yet' },
    };
    const kinds = Object.keys(facts) as MailKind[];
    const all = Object.fromEntries(kinds.map((kind) => [kind, mailText(kind, facts[kind], context)]));
    for (const { subject, paragraphs } of Object.values(all)) {
      expect(subject).toMatch(/\w{3}/);
      expect(`${subject} ${paragraphs.join(' ')}`).not.toMatch(/undefined|null|\[object/);
    }
    expect(new Set(Object.values(all).map(({ paragraphs }) => paragraphs.join())).size).toBe(kinds.length);
    expect(all['password_reset']!.paragraphs[1]).toContain('until 2027-01-02 00:00:00 UTC');
    expect(all['admin_key_created']!.paragraphs[0]).toContain(
      'The operator of the service created the admin key “ci” (adminkey_1)',
    );
    expect(all['spend_threshold']!.paragraphs[0]).toContain('$5 a month, $2.5 is spent');
  });
});
