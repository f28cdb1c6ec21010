/** Pages behind links: first set-up, invite, forgotten password. */
export const entryStrings = {
  name: 'Your name',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: 'At least 12 characters. A few unrelated words are strong and easy to remember.',
  toSignIn: 'Go to sign-in',
  brokenLink: 'This link is incomplete. Open it again from your mail, or ask for a new one.',
  setUp: {
    title: 'Set up your Console',
    lead: 'You are the first person here. Your account will own the organization.',
    organization: (name: string) => `You will own “${name}”.`,
    submit: 'Create my account',
  },
  invite: {
    title: 'Join the organization',
    titleOf: (name: string) => `Join ${name}`,
    lead: (email: string, role: string) => `You were invited as ${role} with the address ${email}.`,
    signInAs: (email: string) => `Sign in as ${email} to join.`,
    submit: 'Join',
  },
  forgotten: {
    title: 'Reset your password',
    lead: 'Enter your email to get a link for a new password.',
    submit: 'Request link',
    held: 'If an account with this address exists, its link is ready. This service sends no mail: ask an owner of your organization, who finds the link under Mail outbox, or whoever runs this service. The link works for one hour.',
    sent: 'If an account with this address exists, we have sent it a link. The link works for one hour.',
  },
  reset: {
    title: 'Choose a new password',
    submit: 'Change password',
    done: 'Your password was changed and you were signed out everywhere. Sign in with your new password.',
  },
} as const;
