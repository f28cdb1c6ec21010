import { valueNames } from './value-names.ts';

export const billingStrings = {
  lead: 'What your plan covers, what credits pay for, and how they were spent.',
  plan: {
    title: 'Plan',
    name: 'Plan',
    status: 'Status',
    statuses: valueNames.billingStatuses,
    since: 'Since',
    paid: 'paid',
    free: 'free',
  },
  allowance: {
    title: 'Allowance',
    lead: 'The plan covers a call while all three windows have room. When one is full, credits pay.',
    windows: valueNames.allowanceWindows,
    of: (used: string, limit: string) => `${used} of ${limit} tokens`,
    resets: 'Resets',
    noSession: 'The next request starts a session.',
  },
  credits: {
    title: 'Credits',
    balance: 'Balance',
    on: 'Calls use credits when the allowance is used up.',
    off: 'Credits are off. Calls are refused when the allowance is used up.',
    turnOn: 'Turn on credits',
    turnOff: 'Turn off credits',
    confirm: {
      title: 'Turn off credits?',
      text: 'Calls are refused as soon as the allowance is used up. The balance stays.',
    },
    turnedOn: 'Credits are on.',
    turnedOff: 'Credits are off.',
    byOperator: 'Only the operator of this service can turn them on.',
    adding: {
      operators:
        'The operator of this service adds credits. Contact the operator and include the ID of your organization.',
      off: 'This service does not take payments. Ask its operator about other options.',
    },
  },
  ledger: {
    title: 'Ledger',
    lead: 'Every change to your credits. Entries cannot be edited.',
    list: 'Ledger',
    columns: { time: 'Time', kind: 'Kind', note: 'Note', amount: 'Amount' },
    kind: 'Kind',
    kinds: { all: 'All', usage: 'Usage', grant: 'Payments and grants' },
    kindNames: { usage: 'Usage', grant: 'Payment or grant' },
    empty: {
      title: 'No entries',
      text: 'Payments appear here immediately, and usage as soon as credits pay for it.',
    },
  },
  payment: {
    action: 'Record a payment',
    title: 'Record a payment',
    lead: 'Record money received by bank transfer or invoice. It is added to the credits immediately.',
    amount: 'Amount (US dollars)',
    amountHint: 'Such as 100.00',
    reference: 'Reference',
    referenceHint: 'Number of the invoice, transfer or receipt. Each number can be recorded once.',
    submit: 'Record payment',
    done: (amount: string) => `${amount} added to the credits.`,
  },
} as const;
