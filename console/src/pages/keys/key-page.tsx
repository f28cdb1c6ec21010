import { useSuspenseQuery } from '@tanstack/react-query';
import { apiKeyOptions } from '../../api/api-keys.ts';
import { useCan } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Page } from '../../ui/page.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyLimits } from './key-limits.tsx';
import { KeyRestrictions } from './key-restrictions.tsx';
import { KeyRotation } from './key-rotation.tsx';
import { KeyStatus } from './key-status.tsx';
import { keyRoute } from './keys-route.ts';
import { StopKey } from './stop-key.tsx';

export function KeyPage() {
  const { keyId } = keyRoute.useParams();
  const { successor } = keyRoute.useSearch();
  const { data: key } = useSuspenseQuery(apiKeyOptions(keyId));
  const can = useCan();
  const isLive = key.status !== 'revoked' && key.status !== 'expired';
  const mayChange = can('api_keys.manage') && isLive;
  return (
    <Page
      title={key.name}
      lead={<KeyStatus status={key.status} />}
      actions={<BackLink to="/keys">{keyStrings.detail.back}</BackLink>}
    >
      {(successor !== undefined || mayChange) && <KeyRotation apiKey={key} successorId={successor} />}
      <KeyFacts apiKey={key} />
      <KeyLimits apiKey={key} mayChange={mayChange} />
      {mayChange && <KeyRestrictions key={key.id} apiKey={key} />}
      {mayChange && <StopKey apiKey={key} />}
    </Page>
  );
}
