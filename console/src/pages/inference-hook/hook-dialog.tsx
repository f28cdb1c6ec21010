import type { InferenceHook } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { INFERENCE_HOOK } from '../../api/inference-hook.ts';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { SigningSecret } from '../../ui/signing-secret.tsx';
import { HookFields } from './hook-fields.tsx';
import { settingsOf, type HookSettings } from './settings-of.ts';

const { form: words, secret: secretWords } = inferenceHookStrings;

interface HookDialogProps {
  /** Null: there is none yet. */
  readonly hook: InferenceHook | null;
  readonly onClose: () => void;
}

/** Also what is saved may make a hook, with a secret, if somebody else has deleted it meanwhile. */
export function HookDialog({ hook, onClose }: HookDialogProps) {
  const save = async ({ settings }: { readonly settings: HookSettings }) => {
    const { signing_secret: secret } = await call('putInferenceHook', { body: settings });
    if (secret === undefined) toast(words.saved);
    return secret;
  };
  return (
    <ShownOnceDialog
      title={hook ? words.editTitle : words.setUpTitle}
      submit={hook ? words.save : words.submit}
      rows={{ settings: { render: () => <HookFields hook={hook} />, read: settingsOf } }}
      onSubmit={save}
      refreshes={[INFERENCE_HOOK]}
      madeTitle={secretWords.madeTitle}
      isShown={(secret) => secret !== undefined}
      renderMade={(secret) => <SigningSecret words={secretWords} secret={secret ?? ''} />}
      done={secretWords.done}
      onClose={onClose}
    />
  );
}
