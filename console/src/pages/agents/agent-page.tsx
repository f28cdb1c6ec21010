import { useSuspenseQuery } from '@tanstack/react-query';
import type { Agent } from '@svc/contract';
import { agentOptions } from '../../api/agents.ts';
import { agentStrings } from '../../strings/agents.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { AgentActions } from './agent-actions.tsx';
import { agentRoute } from './agents-route.ts';
import { ToolsCard } from './tools-card.tsx';
import { VersionsCard } from './versions-card.tsx';

const { one: words, columns, none, archivedNotice, lead } = agentStrings;

export function AgentPage() {
  const { workspaceId, agentId } = agentRoute.useParams();
  const { data: agent } = useSuspenseQuery(agentOptions(workspaceId, agentId));
  return (
    <Page title={agent.name} lead={lead} actions={<AgentActions agent={agent} />}>
      {agent.archived_at !== null && <Notice tone="warn">{archivedNotice}</Notice>}
      <Card title={words.facts}>
        <AgentFacts agent={agent} />
      </Card>
      <Card title={words.system}>
        <p className="whitespace-pre-wrap wrap-anywhere">{agent.system ?? words.noSystem}</p>
      </Card>
      <ToolsCard agent={agent} />
      <VersionsCard key={agent.version} agent={agent} />
    </Page>
  );
}

function AgentFacts({ agent }: { readonly agent: Agent }) {
  return (
    <Facts
      facts={{
        [words.id]: <code className="text-[13px]">{agent.id}</code>,
        [columns.model]: agent.model,
        [columns.version]: agent.version,
        [words.description]: agent.description ?? none,
        [words.rounds]: agent.max_rounds,
        [words.created]: <Ago at={agent.created_at} />,
        [columns.updated]: <Ago at={agent.updated_at} />,
      }}
    />
  );
}
