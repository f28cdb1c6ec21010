/** Sign-in of operators through the provider of their company. */
export const operatorSignOnStrings = {
  signIn: (provider: string) => `Sign in with ${provider}`,
  or: 'or',
  refusals: {
    sso_failed:
      'The provider’s response was refused. Try again. If it happens again, ask a colleague to look for session.failed among the operator events.',
    sso_expired: 'This sign-in took too long or was begun in another browser. Try again.',
    sso_unavailable: 'The provider could not be reached. Try again in a few minutes.',
    sso_not_a_member:
      'None of your groups may operate this deployment. Ask whoever manages groups at your company, and sign in again.',
    sso_disabled: 'Single sign-on of operators is off. Sign in with your password.',
  },
  code: {
    title: 'Two-step verification',
    setUpTitle: 'Set up your authenticator app',
    scan: 'Scan this with your authenticator app, or enter the key by hand. Then enter the code the app shows.',
    qr: 'QR code for the authenticator app',
    key: 'Key',
    code: 'Code',
    submit: 'Sign in',
    again: 'Start over',
  },
} as const;
