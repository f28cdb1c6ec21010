/** Pages behind links: first set-up, invitation, forgotten password. */
export const entryStrings = {
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: 'At least 12 characters. A few unrelated words are strong and easy to keep in mind.',
  toSignIn: 'To the sign-in',
  brokenLink: 'This link is not complete. Open it again from where you got it, or ask for a new one.',
  setUp: {
    title: 'Set up your Console',
    lead: 'You are the first here. Your account will own the organization.',
    organization: (name: string) => `You will own “${name}”.`,
    submit: 'Create my account',
  },
  invite: {
    title: 'Join the organization',
    titleOf: (name: string) => `Join ${name}`,
    lead: (email: string, role: string) => `You were invited as ${role}, with the address ${email}.`,
    signInAs: (email: string) => `Sign in as ${email} to join.`,
    submit: 'Join',
  },
  forgotten: {
    title: 'Reset your password',
    lead: 'We send a link to your address that lets you choose a new one.',
    submit: 'Send the link',
    sent: 'If there is an account with this address, a link is on its way. It works for an hour.',
  },
  reset: {
    title: 'Choose a new password',
    submit: 'Change password',
    done: 'Your password is changed, and your sign-ins have ended. Sign in with the new one.',
  },
} as const;
