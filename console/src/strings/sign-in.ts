export const signInStrings = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  continue: 'Continue',
  passwordInstead: 'Use a password instead',
  submit: 'Sign in',
  forgotten: 'Forgot your password?',
  signUp: 'Sign up for an organization',
  or: 'or',
  passkey: 'Sign in with a passkey',
  passkeyStopped: 'The passkey was not used. Try again, or sign in with your password.',
  code: {
    title: 'Two-step verification',
    lead: 'Enter the code from your authenticator app.',
    label: 'Code',
    submit: 'Confirm',
    lost: 'Use a recovery code',
  },
  recovery: {
    title: 'Use a recovery code',
    lead: 'Each recovery code works once.',
    label: 'Recovery code',
    submit: 'Sign in',
    back: 'Use the authenticator app',
  },
  again: 'Start over',
  ssoErrors: {
    sso_failed:
      'Your organization’s identity provider did not sign you in. Try again. If it happens again, ask an owner of your organization: its audit log has the reason.',
    sso_expired: 'The sign-in took too long or was started in another browser. Start again.',
    sso_unavailable:
      'Your organization’s identity provider cannot be reached. Try again in a few minutes, or ask your IT team.',
    sso_not_a_member:
      'Your identity provider knows you, but you are not a member of the organization here. Ask an owner of your organization for access.',
    sso_disabled:
      'Single sign-on is not turned on for this address. Sign in with your password, or ask an owner of your organization.',
  },
  organizations: {
    title: 'Choose an organization',
    lead: 'You are signed in, but you have not chosen an organization.',
    none: 'You are not a member of any organization. Ask an owner for an invite.',
  },
} as const;
