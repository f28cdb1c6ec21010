import { describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { IpDeniedSampler, type IpDenial } from './ip-denied-sampler.ts';
import type { AuditEvent } from './record-audit.ts';

const denial = (keyId: string): IpDenial => ({
  key: { id: keyId, organizationId: 'org_1', workspaceId: 'wrkspc_1' },
  address: '198.51.100.9',
  requestId: 'req_1',
  userAgent: null,
});

describe('IpDeniedSampler', () => {
  it('AUTH-22 KEY-77 audits one refusal per key and minute, with the address seen', async () => {
    const clock = createClock();
    const recorded: AuditEvent[] = [];
    const sampler = new IpDeniedSampler({ trail: { record: (event) => void recorded.push(event) }, clock });
    const events = (keyId: string): AuditEvent[] => recorded.filter(({ actor }) => actor.id === keyId);
    for (let i = 0; i < 10; i++) sampler.record(denial('apikey_a'));
    sampler.record(denial('apikey_b'));
    expect(events('apikey_a')).toEqual([
      {
        event: 'api_key.ip_denied',
        organizationId: 'org_1',
        workspaceId: 'wrkspc_1',
        ipAddress: '198.51.100.9',
        userAgent: null,
        requestId: 'req_1',
        actor: { type: 'api_key', id: 'apikey_a', email: null, role: null },
        resource: { type: 'api_key', id: 'apikey_a' },
        details: { status: 403 },
      },
    ]);
    expect(events('apikey_b')).toHaveLength(1);
    await clock.advance(59_000);
    sampler.record(denial('apikey_a'));
    expect(events('apikey_a')).toHaveLength(1);
    await clock.advance(1_000);
    sampler.record(denial('apikey_a'));
    expect(events('apikey_a')).toHaveLength(2);
  });
});
