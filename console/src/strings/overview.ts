import { pageTitles } from './page-titles.ts';

export const overviewStrings = {
  title: pageTitles.overview,
  greeting: (name: string) => `Welcome, ${name}.`,
  week: {
    title: 'The last 7 days',
    requests: 'Requests',
    input: 'Input tokens',
    output: 'Output tokens',
    spend: 'Cost',
    exact: (count: string) => `exactly ${count}`,
  },
  allowance: {
    title: 'Allowance',
    lead: (plan: string) => `${plan} plan`,
    windows: { monthly: 'Month', weekly: 'Week', session: 'Session' },
    of: (used: string, limit: string) => `${used} of ${limit} tokens`,
    resets: 'Resets',
    noSession: 'The next request starts a session.',
    credits: 'Credits',
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
    callHint: 'Run the command below with your key.',
    factor: 'Set up an authenticator app',
    factorHint: 'It protects your account, and you need it to create admin keys.',
    invite: 'Invite a colleague',
    inviteHint: 'So that you are not the only person with access.',
    done: 'done',
    toDo: 'to do',
  },
} as const;
