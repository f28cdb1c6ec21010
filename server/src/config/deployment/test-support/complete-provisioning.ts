const hex = (digit: string) => digit.repeat(64);

/** Every key of the provisioning file once. */
export const PROVISIONING = {
  organizations: [
    {
      name: 'Acme',
      plan: 'pro',
      billing: 'active',
      status: 'active',
      zero_data_retention: false,
      subscribed_at: '2026-11-01T00:00:00Z',
      credits: { enabled: true, balance_usd: '100.00', low_balance_usd: '5' },
      models: ['Svc Standard'],
      members: [
        {
          email: 'Ada@acme.test',
          name: 'Ada',
          role: 'primary_owner',
          password: 'p',
          status: 'active',
          account: 'enabled',
        },
      ],
      workspaces: [
        {
          name: 'Research',
          allowed_ips: ['10.0.0.1'],
          spend_limit_usd: '1',
          models: ['Svc Standard'],
          rate_limits: [
            {
              model: 'Svc Standard',
              requests_per_minute: 1,
              input_tokens_per_minute: 1,
              output_tokens_per_minute: 1,
            },
          ],
        },
      ],
      keys: [
        {
          name: 'main',
          kind: 'private',
          workspace: 'Research',
          created_by: 'ada@acme.test',
          secret: `sk_live_${hex('a')}`,
          status: 'active',
          expires_at: '2027-01-01T00:00:00Z',
          allowed_origins: ['https://app.example'],
          allowed_ips: ['10.0.0.0/8'],
        },
      ],
      admin_keys: [
        { name: 'ops', created_by: 'ada@acme.test', secret: `sk_admin_${hex('b')}`, allowed_ips: [] },
      ],
      spend_limits: [
        { scope: 'organization', limit_usd: '500.00' },
        { scope: 'workspace', workspace: 'Default', limit_usd: 0 },
        { scope: 'member', member: 'ada@acme.test', limit_usd: 1 },
        { scope: 'group', group: 'Interns', limit_usd: 1 },
      ],
      groups: [{ name: 'Interns', members: ['ada@acme.test'] }],
    },
  ],
};
