import type { DeploymentConfig } from '#config';
import type { DocumentReader } from '#content';
import type { Clock, Closing, Log, OutboundGuard } from '#kit';
import type { TunnelDialer } from './mcp/mcp-dialer.ts';
import { ServerTools } from './server-tools.ts';

interface OpenServerToolsParts {
  readonly guard: OutboundGuard;
  readonly content: { readonly reader: DocumentReader };
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: () => DeploymentConfig;
  readonly tunnels: { readonly dialer: TunnelDialer };
  readonly closing: Closing;
}

export function openServerTools(parts: OpenServerToolsParts): { readonly tools: ServerTools } {
  const { guard, content, clock, log, deployment, tunnels, closing } = parts;
  const settings = () => deployment().tools;
  const { reader } = content;
  return {
    tools: closing(new ServerTools({ guard, reader, clock, log, settings, tunnels: tunnels.dialer })),
  };
}
