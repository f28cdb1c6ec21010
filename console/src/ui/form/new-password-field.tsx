import { PasswordField } from './password-field.tsx';

interface NewPasswordFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly name: string;
  readonly param: string;
}

/** A password that is chosen. Its least length is the service's to say; the browser says the usual one before it is sent. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return <PasswordField {...props} autoComplete="new-password" minLength={12} maxLength={128} required />;
}
