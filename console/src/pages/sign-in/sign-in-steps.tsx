import { useState } from 'react';
import { signInStrings } from '../../strings/sign-in.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { CodeStep } from './code-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryStep } from './recovery-step.tsx';

type Step = 'password' | 'code' | 'recovery';

const HEADS = { password: { title: signInStrings.title, lead: undefined }, code: signInStrings.code, recovery: signInStrings.recovery };

interface SignInStepsProps {
  readonly onSignedIn: () => Promise<void>;
  /** Why one is to sign in here. */
  readonly lead?: string;
}

/** Password, then the code where an authenticator app is set up; or a passkey, which is both. */
export function SignInSteps({ onSignedIn, lead }: SignInStepsProps) {
  const [step, setStep] = useState<Step>('password');
  const head = HEADS[step];
  return (
    <PublicPage title={head.title} lead={head.lead ?? lead}>
      {step === 'password' && <PasswordStep onSignedIn={onSignedIn} onCodeRequired={() => setStep('code')} />}
      {step === 'code' && <CodeStep onSignedIn={onSignedIn} onLost={() => setStep('recovery')} onAgain={() => setStep('password')} />}
      {step === 'recovery' && <RecoveryStep onSignedIn={onSignedIn} onBack={() => setStep('code')} onAgain={() => setStep('password')} />}
    </PublicPage>
  );
}
