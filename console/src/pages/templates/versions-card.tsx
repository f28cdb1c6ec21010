import { useQuery } from '@tanstack/react-query';
import type { PromptTemplate } from '@svc/contract';
import { useState } from 'react';
import { templateOptions } from '../../api/prompts.ts';
import { templateStrings } from '../../strings/templates.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { SideBySide } from '../../ui/text/side-by-side.tsx';

import { versionNumbers } from './version-numbers.ts';

const { versions: words, roles, one: names } = templateStrings;

interface VersionsCardProps {
  readonly workspaceId: string;
  readonly template: PromptTemplate;
}

/** Two versions of a template; at first the newest and the one before it. */
export function VersionsCard({ workspaceId, template }: VersionsCardProps) {
  const [left, setLeft] = useState(Math.max(1, template.latest_version - 1));
  const [right, setRight] = useState(template.latest_version);
  const one = useQuery(templateOptions(workspaceId, template.name, left));
  const other = useQuery(templateOptions(workspaceId, template.name, right));
  const error = one.error ?? other.error;
  const retry = () => void Promise.all([one.refetch(), other.refetch()]);
  return (
    <Card title={words.title} lead={words.lead} docs="releases">
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <VersionField label={words.left} value={left} template={template} onChange={setLeft} />
          <VersionField label={words.right} value={right} template={template} onChange={setRight} />
        </div>
        {error && <ErrorState error={error} onRetry={retry} />}
        {one.data && other.data ? (
          <SideBySide left={textOf(one.data)} right={textOf(other.data)} words={words} />
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
  readonly template: PromptTemplate;
  readonly onChange: (version: number) => void;
}

function VersionField({ label, value, template, onChange }: VersionFieldProps) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {versionNumbers(template).map((version) => (
        <option key={version} value={version}>
          {words.option(version)}
        </option>
      ))}
    </SelectField>
  );
}

/** A version as one text. */
function textOf({ model, version }: PromptTemplate) {
  const head = model === null ? [] : [`${names.model}: ${model}`, ''];
  const turns = version.messages.flatMap(({ role, content }) => [`[${roles[role]}]`, content, '']);
  return { version: version.number, text: [...head, ...turns].join('\n') };
}
