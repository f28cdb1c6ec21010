import { useState, type ReactNode } from 'react';
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
  /** `code`: the provider has signed the person in, and the code of their authenticator app is missing. */
  readonly first?: Step | undefined;
  readonly next?: string | undefined;
  /** Above the first step. */
  readonly notice?: ReactNode;
}

/** Email and password or identity provider, then the code where an authenticator app is set up; or a passkey, which is all of it. */
export function SignInSteps({ onSignedIn, lead, first = 'password', next, notice }: SignInStepsProps) {
  const [step, setStep] = useState<Step>(first);
  const head = HEADS[step];
  const both = { onSignedIn, onAgain: () => setStep('password') };
  return (
    <PublicPage title={head.title} lead={head.lead ?? lead}>
      {step === 'password' && (
        <>
          {notice}
          <PasswordStep onSignedIn={onSignedIn} onCodeRequired={() => setStep('code')} next={next} />
        </>
      )}
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
