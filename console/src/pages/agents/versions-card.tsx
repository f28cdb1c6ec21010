import { useQuery } from '@tanstack/react-query';
import type { Agent } from '@svc/contract';
import { useState } from 'react';
import { agentVersions } from '../../api/agents.ts';
import { agentStrings } from '../../strings/agents.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { SideBySide } from '../../ui/text/side-by-side.tsx';

const { versions: words } = agentStrings;

/** Two versions of an agent; at first the newest and the one before it. */
export function VersionsCard({ agent }: { readonly agent: Agent }) {
  const [left, setLeft] = useState(Math.max(1, agent.version - 1));
  const [right, setRight] = useState(agent.version);
  const { data: versions, error, refetch } = useQuery(agentVersions(agent));
  const one = versions?.find(({ version }) => version === left);
  const other = versions?.find(({ version }) => version === right);
  const numbers = versions?.map(({ version }) => version) ?? [agent.version];
  return (
    <Card title={words.title} lead={words.lead} docs="agentVersions">
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <VersionField label={words.left} value={left} numbers={numbers} onChange={setLeft} />
          <VersionField label={words.right} value={right} numbers={numbers} onChange={setRight} />
        </div>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {one && other ? (
          <SideBySide left={textOf(one)} right={textOf(other)} words={words} />
        ) : (
          <SkeletonLines />
        )}
      </div>
    </Card>
  );
}

interface VersionFieldProps {
  readonly label: string;
  readonly value: number;
  readonly numbers: readonly number[];
  readonly onChange: (version: number) => void;
}

function VersionField({ label, value, numbers, onChange }: VersionFieldProps) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {numbers.map((version) => (
        <option key={version} value={version}>
          {words.option(version)}
        </option>
      ))}
    </SelectField>
  );
}

/** What a version consists of. */
function textOf(agent: Agent) {
  const { id: _id, type: _type, version, workspace_id: _workspace, system, ...rest } = agent;
  const { archived_at: _archived, created_at: _created, updated_at: _updated, ...definition } = rest;
  return { version, text: [JSON.stringify(definition, undefined, 2), '', system ?? ''].join('\n') };
}
