import { useQuery } from '@tanstack/react-query';
import type { Tunnel } from '@svc/contract';
import { setupOptions } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { certificateCommands, tokenCommands } from './connector-commands.ts';

const { start: words } = tunnelStrings;

/** How a connector of the tunnel is started. */
export function ConnectorCard({ tunnel }: { readonly tunnel: Tunnel }) {
  const { data: setup, error } = useQuery(setupOptions(tunnel));
  return (
    <Card title={words.title} lead={words.lead}>
      {setup ? (
        <Commands mode={tunnel.auth_mode} url={setup.connector_url} />
      ) : (
        <>{error ? <FormError error={error} /> : <SkeletonLines />}</>
      )}
    </Card>
  );
}

function Commands({ mode, url }: { readonly mode: Tunnel['auth_mode']; readonly url: string | null }) {
  if (url === null) return <Notice tone="warn">{words.noPort}</Notice>;
  if (mode === 'token') return <CodeBlock code={tokenCommands(url, words.token)} what={words.what} />;
  return (
    <div className="flex flex-col gap-3">
      <p>{words.files}</p>
      <CodeBlock code={certificateCommands(url)} what={words.what} />
    </div>
  );
}
