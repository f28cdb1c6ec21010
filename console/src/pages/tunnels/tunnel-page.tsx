import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Tunnel } from '@svc/contract';
import { ArrowLeft } from 'lucide-react';
import { tunnelOptions } from '../../api/tunnels.ts';
import { tunnelStrings as words } from '../../strings/tunnels.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { CertificatesCard } from './certificates-card.tsx';
import { ConnectionsCard } from './connections-card.tsx';
import { ConnectorCard } from './connector-card.tsx';
import { LastSeen } from './last-seen.tsx';
import { TokensCard } from './tokens-card.tsx';
import { TunnelActions } from './tunnel-actions.tsx';
import { TunnelStatusBadge } from './tunnel-status-badge.tsx';
import { tunnelRoute } from './tunnels-route.ts';

export function TunnelPage() {
  const { workspaceId, tunnelId } = tunnelRoute.useParams();
  const { data: tunnel } = useSuspenseQuery(tunnelOptions(workspaceId, tunnelId));
  return (
    <Page
      title={tunnel.name}
      lead={
        <Link
          to="/tunnels"
          search={{ workspace: workspaceId }}
          className="inline-flex items-center gap-1.5 underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden size={14} />
          {words.back}
        </Link>
      }
      actions={<TunnelActions tunnel={tunnel} />}
    >
      {tunnel.status === 'disabled' && <Notice tone="warn">{words.disabledNotice}</Notice>}
      <Card>
        <TunnelFacts tunnel={tunnel} />
      </Card>
      <TokensCard tunnel={tunnel} />
      <ConnectionsCard tunnel={tunnel} />
      {tunnel.auth_mode === 'mtls' && <CertificatesCard tunnel={tunnel} />}
      <ConnectorCard tunnel={tunnel} />
    </Page>
  );
}

function TunnelFacts({ tunnel }: { readonly tunnel: Tunnel }) {
  const { facts: names } = words;
  const { connections } = tunnel;
  return (
    <Facts
      facts={{
        [words.columns.status]: <TunnelStatusBadge status={tunnel.status} />,
        [names.targets]: (
          <ul>
            {tunnel.allowed_targets.map((target) => (
              <li key={target} className="font-mono text-[13px] break-all">
                {target}
              </li>
            ))}
          </ul>
        ),
        [names.authMode]: words.authModes[tunnel.auth_mode],
        [names.description]: tunnel.description ?? undefined,
        [names.connectors]: connections.active,
        [names.seen]: <LastSeen at={connections.last_seen_at} />,
        [names.created]: <Moment at={tunnel.created_at} />,
        [names.id]: <code className="font-mono text-[13px]">{tunnel.id}</code>,
      }}
    />
  );
}
