/** The people who run the deployment. */
export const operatorAccountStrings = {
  lead: 'Who may sign in here. They are added, removed and given new links by svc operators on the machine.',
  list: 'Operators',
  columns: {
    name: 'Name',
    role: 'Role',
    factor: 'Second factor',
    signIns: 'Signed in now',
    last: 'Last sign-in',
  },
  factors: { set_up: 'Set up', link_sent: 'Link not used yet', link_expired: 'Link expired' },
  never: 'Never',
  empty: { title: 'No operators', text: 'svc operators add makes the first one.' },
} as const;
