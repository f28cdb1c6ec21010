/** Pages on the way to an organization of one's own. */
export const signUpStrings = {
  title: 'Sign up',
  lead: 'Create an organization of your own.',
  organization: 'Organization',
  organizationHint: 'Of your company or team. You can change it later.',
  hints: {
    open: undefined,
    domains: 'Only addresses at certain domains may sign up. Use the one of your organization.',
    approval: 'The people who run this service decide on your request.',
  },
  submit: 'Sign up',
  sent: (email: string) => `We have sent a mail to ${email}. Open its link within a day to go on.`,
  off: 'Nobody can sign up here. Ask an owner of your organization for an invite.',
  haveAccount: 'You have an account? Sign in',
  link: {
    title: 'Sign up',
    welcome: (organization: string) => `Welcome to ${organization}`,
    lead: (email: string) => `Your address ${email} is confirmed. Choose a password to go on.`,
    submit: 'Create the organization',
  },
  approval: {
    title: (organization: string) => `Ask for ${organization}`,
    lead: (email: string) =>
      `Your address ${email} is confirmed with this step. The people who run this service then decide on your request.`,
    submit: 'Send the request',
    sent: (email: string) => `Your request was sent. You will get a mail to ${email} once it is decided.`,
  },
} as const;
