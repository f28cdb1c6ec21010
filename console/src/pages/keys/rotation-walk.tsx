import { Link } from '@tanstack/react-router';
import type { ApiKey } from '@svc/contract';
import { useState } from 'react';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { KeyStatus } from '../../resources/keys/key-status.tsx';
import { RevokeKeyDialog } from './stop-key.tsx';

const { rotation: words } = keyStrings;

interface RotationWalkProps {
  readonly old: ApiKey;
  readonly successor: ApiKey;
}

/** Both keys' use, so that the old one is revoked when nothing calls with it any more. */
export function RotationWalk({ old, successor }: RotationWalkProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isSilent = old.last_used_at === null || old.last_used_at < successor.created_at;
  return (
    <Card title={words.walkTitle} lead={words.walkLead}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <KeyUse label={words.old} apiKey={old} />
          <KeyUse label={words.next} apiKey={successor} />
        </div>
        {old.status !== 'revoked' && (
          <>
            <Notice tone={isSilent ? 'good' : 'warn'}>
              {isSilent ? words.silent : words.busy} {words.counted}
            </Notice>
            <div>
              <Button look={isSilent ? 'danger' : 'secondary'} onClick={() => setIsAsking(true)}>
                {words.revokeOld}
              </Button>
            </div>
          </>
        )}
      </div>
      <RevokeKeyDialog apiKey={old} open={isAsking} onClose={() => setIsAsking(false)} />
    </Card>
  );
}

function KeyUse({ label, apiKey: key }: { readonly label: string; readonly apiKey: ApiKey }) {
  return (
    <div className="rounded-lg border border-line px-4 py-3">
      <p className="flex items-center justify-between gap-2 text-xs text-quiet">
        {label}
        <KeyStatus status={key.status} />
      </p>
      <p className="mt-1 truncate font-medium">
        <Link
          to="/keys/$keyId"
          params={{ keyId: key.id }}
          className="rounded underline-offset-4 hover:underline"
        >
          {key.name}
        </Link>
      </p>
      <p className="mt-1 text-quiet">
        {words.uses(formatCount(key.use_count))} ·{' '}
        {key.last_used_at === null ? keyStrings.never : <Ago at={key.last_used_at} />}
      </p>
    </div>
  );
}
