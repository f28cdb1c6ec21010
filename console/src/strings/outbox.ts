export const outboxStrings = {
  title: 'Mail outbox',
  lead: 'Mails of the service. Where no mail server is set, they are held here and wait for you to pass them on.',
  list: 'Mails',
  columns: { time: 'Time', to: 'To', subject: 'Subject', status: 'Status' },
  status: 'Status',
  statuses: { held: 'Held', queued: 'On its way', sent: 'Sent', failed: 'Failed' },
  any: 'All',
  open: (subject: string) => `Show the mail “${subject}”`,
  empty: { title: 'No mails', text: 'Invites, notices about keys and spend, and new sign-ins are mailed.' },
  detail: {
    to: 'To',
    status: 'Status',
    made: 'Written',
    sent: 'Sent',
    gone: 'Its text is not kept once it was sent.',
    text: 'the text of the mail',
    passOn:
      'This mail was not sent. Copy it and pass it on to the person it is for, and to nobody else: links in it open an account.',
  },
} as const;
