import { useState } from 'react';
import { signIn } from '../../api/sign-in.ts';
import { signInStrings } from '../../strings/sign-in.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PasswordStep } from './password-step.tsx';
import { SecondStep } from './second-step.tsx';

type Step = 'password' | 'code' | 'recovery';

const HEADS = {
  password: { title: signInStrings.title, lead: undefined },
  code: signInStrings.code,
  recovery: signInStrings.recovery,
};

interface SignInStepsProps {
  readonly onSignedIn: () => Promise<void>;
  /** Why one is to sign in here. */
  readonly lead?: string;
}

/** Password, then the code where an authenticator app is set up; or a passkey, which is both. */
export function SignInSteps({ onSignedIn, lead }: SignInStepsProps) {
  const [step, setStep] = useState<Step>('password');
  const head = HEADS[step];
  const both = { onSignedIn, onAgain: () => setStep('password') };
  return (
    <PublicPage title={head.title} lead={head.lead ?? lead}>
      {step === 'password' && <PasswordStep onSignedIn={onSignedIn} onCodeRequired={() => setStep('code')} />}
      {step === 'code' && (
        <SecondStep
          submit={signInStrings.code.submit}
          send={signIn.withCode}
          otherWay={signInStrings.code.lost}
          onOtherWay={() => setStep('recovery')}
          {...both}
        >
          <CodeField label={signInStrings.code.label} name="code" autoFocus />
        </SecondStep>
      )}
      {step === 'recovery' && (
        <SecondStep
          submit={signInStrings.recovery.submit}
          send={signIn.withRecoveryCode}
          otherWay={signInStrings.recovery.back}
          onOtherWay={() => setStep('code')}
          {...both}
        >
          <TextField
            label={signInStrings.recovery.label}
            name="code"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            required
            autoFocus
            className="font-mono"
          />
        </SecondStep>
      )}
    </PublicPage>
  );
}
