import { call } from '../../api/console-api.ts';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { RotateSigningSecretDialog } from '../../ui/form/rotate-signing-secret-dialog.tsx';

const rotate = () => call('rotateInferenceHookSecret');

export function RotateHookSecretDialog({ onClose }: { readonly onClose: () => void }) {
  return <RotateSigningSecretDialog words={inferenceHookStrings} onRotate={rotate} onClose={onClose} />;
}
