import { useSuspenseQuery } from '@tanstack/react-query';
import { apiKeyOptions } from '../../api/api-keys.ts';
import { useCan } from '../../api/session.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Page } from '../../ui/page.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyLimits } from './key-limits.tsx';
import { KeyRestrictions } from './key-restrictions.tsx';
import { KeyRotation } from './key-rotation.tsx';
import { KeyStatus } from '../../resources/keys/key-status.tsx';
import { KeyUsageCard } from './key-usage-card.tsx';
import { keyRoute } from './keys-route.ts';
import { RenameKey } from './rename-key.tsx';
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
      trail={<Breadcrumb name={key.name} />}
      title={key.name}
      lead={<KeyStatus status={key.status} />}
      actions={mayChange && <RenameKey apiKey={key} />}
    >
      {(successor !== undefined || mayChange) && <KeyRotation apiKey={key} successorId={successor} />}
      {can('usage.read') && <KeyUsageCard apiKey={key} />}
      <KeyFacts apiKey={key} />
      <KeyLimits apiKey={key} mayChange={mayChange} />
      {mayChange && <KeyRestrictions key={key.id} apiKey={key} />}
      {mayChange && <StopKey apiKey={key} />}
    </Page>
  );
}
