/** Pages on the way to an organization of one's own. */
export const signUpStrings = {
  title: 'Sign up',
  lead: 'Create an organization of your own.',
  organization: 'Organization',
  organizationHint: 'Of your company or team. You can change it later.',
  hints: {
    open: undefined,
    domains: 'Sign-up is limited to certain email domains. Use your work email.',
    approval: 'The people who run this service decide on your request.',
  },
  submit: 'Sign up',
  sent: (email: string) => `We sent an email to ${email}. Open the link within 24 hours to continue.`,
  off: 'Nobody can sign up here. Ask an owner of your organization for an invite.',
  haveAccount: 'Already have an account? Sign in',
  link: {
    title: 'Sign up',
    welcome: (organization: string) => `Welcome to ${organization}`,
    lead: (email: string) => `Your address ${email} is confirmed. Choose a password to continue.`,
    submit: 'Create the organization',
  },
  approval: {
    title: (organization: string) => `Ask for ${organization}`,
    lead: (email: string) =>
      `This confirms your address ${email}. The operators of this service will then review your request.`,
    submit: 'Send the request',
    sent: (email: string) => `Your request was sent. You will get a mail to ${email} once it is decided.`,
  },
} as const;
