import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ApiKey, NewApiKey } from '@svc/contract';
import { RefreshCcwDot } from 'lucide-react';
import { useState } from 'react';
import { API_KEYS, apiKeyOptions, rotateApiKey } from '../../api/api-keys.ts';
import { refresh } from '../../api/pages.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { Card } from '../../ui/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { NewKeySecret } from './new-key-secret.tsx';
import { UseWith } from './use-with.tsx';
import { RotationWalk } from './rotation-walk.tsx';

const { rotation: words } = keyStrings;
/** Uses are written once a minute: asking more often shows nothing new. */
const WATCH_MS = 15_000;

interface KeyRotationProps {
  readonly apiKey: ApiKey;
  readonly successorId: string | undefined;
}

/** Successor first, then both keys' use side by side, then the old one's end (platform contract §5.5, CONS-14). */
export function KeyRotation({ apiKey, successorId }: KeyRotationProps) {
  if (successorId === undefined) return <StartRotation apiKey={apiKey} />;
  return <WatchedRotation oldId={apiKey.id} successorId={successorId} />;
}

function WatchedRotation({ oldId, successorId }: { readonly oldId: string; readonly successorId: string }) {
  const { data: old } = useQuery({ ...apiKeyOptions(oldId), refetchInterval: WATCH_MS });
  const { data: successor, error } = useQuery({ ...apiKeyOptions(successorId), refetchInterval: WATCH_MS });
  if (error) return <FormError error={error} />;
  return old && successor ? <RotationWalk old={old} successor={successor} /> : null;
}

function StartRotation({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title={words.title}
      lead={words.hint}
      actions={
        <Button icon={RefreshCcwDot} onClick={() => setIsOpen(true)}>
          {words.start}
        </Button>
      }
    >
      <RotateDialog apiKey={key} open={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  );
}

interface RotateDialogProps {
  readonly apiKey: ApiKey;
  readonly open: boolean;
  readonly onClose: () => void;
}

function RotateDialog({ apiKey: key, open, onClose }: RotateDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [made, setMade] = useState<NewApiKey>();
  const rotate = useMutation({
    mutationFn: async (name: string) => {
      setMade(await rotateApiKey(key.id, { name }));
      await refresh(queries, API_KEYS);
    },
  });
  const watch = async () => {
    if (made)
      await navigate({ to: '/keys/$keyId', params: { keyId: key.id }, search: { successor: made.id } });
    onClose();
  };
  return (
    <Dialog title={made ? keyStrings.form.madeTitle : words.dialog} open={open} onClose={() => void watch()}>
      {made ? (
        <NewKeySecret apiKey={made} onDone={() => void watch()}>
          <UseWith workspaceId={made.workspace_id} />
        </NewKeySecret>
      ) : (
        <Form onSubmit={(values) => rotate.mutate(values('name').trim())}>
          <p>{words.explain}</p>
          <TextField
            label={keyStrings.form.name}
            name="name"
            defaultValue={key.name}
            maxLength={100}
            required
          />
          <FormError error={rotate.error} />
          <HeldActions onCancel={onClose} busy={rotate.isPending}>
            {words.submit}
          </HeldActions>
        </Form>
      )}
    </Dialog>
  );
}
