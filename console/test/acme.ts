import { MAIN_KEY } from '../../server/test-kit/index.ts';

export const PASSWORD = 'correct horse battery';

/** An organization with a person of each kind the pages differ for. */
export const ACME = {
  organizations: [
    {
      name: 'Acme',
      plan: 'pro',
      credits: { enabled: true, balance_usd: '25' },
      members: [
        { email: 'ada@acme.test', name: 'Ada Lovelace', role: 'primary_owner', password: PASSWORD },
        { email: 'dev@acme.test', name: 'Dev Eloper', role: 'developer', password: PASSWORD },
        { email: 'mem@acme.test', name: 'Mem Ber', role: 'member', password: PASSWORD },
      ],
      workspaces: [{ name: 'Default' }, { name: 'Research' }],
      keys: [
        {
          name: 'website backend',
          kind: 'private',
          workspace: 'Default',
          created_by: 'ada@acme.test',
          secret: MAIN_KEY,
        },
      ],
    },
  ],
};
