import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { setupOptions, type TunnelName } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { tokenCommands } from './connector-commands.ts';

const { token: words, start } = tunnelStrings;

interface TunnelTokenProps {
  readonly tunnel: TunnelName;
  readonly token: string;
  /** What is to be said of the token that this one replaces. */
  readonly replaced?: ReactNode;
}

/** In a dialog, once: the token, and how a connector is started with it. */
export function TunnelToken({ tunnel, token, replaced }: TunnelTokenProps) {
  const { data: setup } = useQuery(setupOptions(tunnel));
  return (
    <>
      <p>{words.text}</p>
      <SecretOnce secret={token} what={words.what} kind="token" />
      {replaced}
      {setup?.connector_url && (
        <div className="flex flex-col gap-2">
          <h3 className="font-semibold">{start.title}</h3>
          <p className="text-[13px] text-quiet">{start.lead}</p>
          <CodeBlock code={tokenCommands(setup.connector_url, token)} what={start.what} />
        </div>
      )}
    </>
  );
}
