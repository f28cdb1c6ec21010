import { searchNames } from './search-names.ts';

/** People who ask for an organization, as operators see them. */
export const operatorSignUpStrings = {
  lead: 'People who asked for an organization and confirmed their email address.',
  tabs: 'Sign-ups by state',
  list: 'Sign-ups',
  statuses: searchNames.signUpStatuses,
  columns: {
    person: 'Person',
    organization: 'Organization',
    reason: 'Reason',
    created: 'Requested',
    actions: 'Actions',
  },
  empty: {
    waiting: 'Nobody is waiting',
    approved: 'No open approvals',
    completed: 'No completed sign-ups',
    refused: 'No refused sign-ups',
  },
  emptyText: 'The setting signup says who may sign up, and whether you decide.',
  approve: {
    named: (email: string) => `Approve ${email}`,
    title: (organization: string) => `Approve ${organization}?`,
    text: (name: string, email: string) =>
      `${name} gets a mail to ${email} with a link to choose a password. The organization exists once they have.`,
    submit: 'Approve',
    done: 'Sign-up approved.',
  },
  refuse: {
    named: (email: string) => `Refuse ${email}`,
    title: (organization: string) => `Refuse ${organization}?`,
    reason: 'Reason',
    reasonHint: (email: string) => `Is mailed to ${email}.`,
    submit: 'Refuse',
    done: 'Sign-up refused.',
  },
} as const;
