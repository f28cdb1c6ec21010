import { TextField } from './text-field.tsx';

interface CodeFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly autoFocus?: boolean;
}

/** Six digits of an authenticator app. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      maxLength={6}
      required
      className="font-mono tracking-[0.3em]"
    />
  );
}
