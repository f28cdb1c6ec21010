import { useNavigate } from '@tanstack/react-router';
import type { ApiKey } from '@svc/contract';
import { API_KEYS, rotateApiKey } from '../../api/api-keys.ts';
import { keyStrings } from '../../strings/keys.ts';
import { textRow } from '../../ui/form/rows/text-rows.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { NewKeySecret } from '../../resources/keys/new-key-secret.tsx';
import { UseWith } from './use-with.tsx';

const { rotation: words, form: formWords } = keyStrings;

interface RotateKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Makes the successor, and leads to where both keys are watched. */
export function RotateKeyDialog({ apiKey: key, onClose }: RotateKeyDialogProps) {
  const navigate = useNavigate();
  const watch = async (successor: string) => {
    await navigate({ to: '/keys/$keyId', params: { keyId: key.id }, search: { successor } });
    onClose();
  };
  return (
    <ShownOnceDialog
      title={words.dialog}
      submit={words.submit}
      rows={{ name: textRow({ label: formWords.name, initial: key.name, maxLength: 100 }) }}
      onSubmit={(body) => rotateApiKey(key.id, body)}
      refreshes={[API_KEYS]}
      madeTitle={formWords.madeTitle}
      renderMade={(made) => (
        <NewKeySecret apiKey={made}>
          <UseWith workspaceId={made.workspace_id} />
        </NewKeySecret>
      )}
      done={formWords.done}
      onClose={(made) => (made ? void watch(made.id) : onClose())}
    >
      <p>{words.explain}</p>
    </ShownOnceDialog>
  );
}
