/** The people who run the deployment. */
export const operatorAccountStrings = {
  lead: 'Who may sign in here. svc operators on the machine adds and removes them; groups of the provider in operators.sso do, too.',
  list: 'Operators',
  columns: {
    name: 'Name',
    role: 'Role',
    signIn: 'Sign-in',
    factor: 'Second factor',
    signIns: 'Signed in now',
    last: 'Last sign-in',
  },
  ways: { password: 'Password', sso: 'Single sign-on' },
  factors: {
    set_up: 'Set up',
    provider: 'At the provider',
    link_sent: 'Link not used yet',
    link_expired: 'Link expired',
  },
  never: 'Never',
  empty: { title: 'No operators', text: 'svc operators add makes the first one.' },
} as const;
