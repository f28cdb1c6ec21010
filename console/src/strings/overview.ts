import { searchNames } from './search-names.ts';
import { valueNames } from './value-names.ts';

export const overviewStrings = {
  greeting: (name: string) => `Welcome, ${name}.`,
  week: {
    title: 'The last 7 days',
    none: 'No calls in the last 7 days.',
    measures: { cost: searchNames.usageMeasures.cost, requests: searchNames.usageMeasures.requests },
    charts: { cost: 'Cost, last 7 days', requests: 'Requests, last 7 days' },
    before: 'the 7 days before, up to the same hour',
    nothing: {
      cost: 'No cost in the last 7 days. Calls that the plan covers cost nothing.',
      requests: 'No calls in the last 7 days.',
    },
    more: { cost: 'Cost by model, workspace and day', requests: 'Requests by model, workspace and key' },
  },
  allowance: {
    title: 'Allowance',
    lead: (plan: string) => `${plan} plan`,
    all: 'Billing',
    windows: valueNames.allowanceWindows,
    of: (used: string, limit: string) => `${used} of ${limit} tokens`,
    usedUp: 'Used up.',
    resets: 'Resets',
    noSession: 'The next request starts a session.',
    creditsPay: 'Credits are paying for calls now, because the plan’s allowance is used up.',
    refused: {
      off: 'Calls are refused: the plan’s allowance is used up, and credits are off.',
      empty: 'Calls are refused: the plan’s allowance is used up, and no credits are left.',
    },
    credits: 'Credits',
  },
  limits: {
    title: 'Limits in use',
    lead: 'The fullest right now. Rates are per minute.',
    leadWorkspace: (workspace: string) => `The fullest right now in ${workspace}. Rates are per minute.`,
    all: 'All limits',
    none: 'Nothing in use right now.',
    ofModel: (measure: string, model: string) => `${measure}, ${model}`,
  },
  failures: {
    title: 'Recent failures',
    all: 'All failures',
    none: 'No failed calls in the last 7 days.',
  },
  keys: {
    title: 'Busiest keys',
    all: 'All keys',
    cost: 'Cost by key',
    none: 'No key was used in the last 7 days.',
    requests: (count: number, text: string) => `${text} ${count === 1 ? 'request' : 'requests'}`,
  },
  call: {
    title: 'Call a model',
    lead: (baseUrl: string) =>
      `Replace YOUR_KEY with your key. Any client for the chat completions API works with the base URL ${baseUrl}.`,
    copy: 'the command',
  },
  start: {
    title: 'Get started',
    lead: 'Set up your organization in a few steps.',
    key: 'Create a key',
    keyHint: 'Your programs use it to call models.',
    call: 'Make your first call',
    callHint: 'Run the command below with your key, or try the playground.',
    factor: 'Set up an authenticator app',
    factorHint: 'It protects your account, and you need it to create admin keys.',
    invite: 'Invite a colleague',
    inviteHint: 'So that you are not the only person with access.',
    done: 'done',
    toDo: 'to do',
  },
} as const;
