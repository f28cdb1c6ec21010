import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '@svc/contract';
import { RefreshCcwDot } from 'lucide-react';
import { useState } from 'react';
import { apiKeyOptions } from '../../api/api-keys.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
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
      {isOpen && <RotateKeyDialog apiKey={key} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}
