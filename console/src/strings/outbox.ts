import { searchNames } from './search-names.ts';

export const outboxStrings = {
  lead: 'Mail sent by the service. If no mail server is configured, mail is held here for you to pass on.',
  list: 'Messages',
  columns: { time: 'Time', to: 'To', subject: 'Subject', status: 'Status' },
  status: 'Status',
  statuses: searchNames.mailStatuses,
  any: 'All',
  open: (subject: string) => `Show “${subject}”`,
  empty: {
    title: 'No messages',
    text: 'The service sends mail about invites, keys, spend and new sign-ins.',
  },
  detail: {
    to: 'To',
    status: 'Status',
    made: 'Created',
    sent: 'Sent',
    gone: 'The text is deleted once the mail is sent.',
    text: 'the text of the mail',
    passOn:
      'This mail was not sent. Copy it and give it only to its recipient: links in it can open an account.',
  },
} as const;
