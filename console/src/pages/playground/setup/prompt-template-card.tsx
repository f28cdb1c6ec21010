import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { referenceOptions, suggestionsOptions, variablesOf } from '../../../api/prompts.ts';
import { promptToolStrings } from '../../../strings/prompt-tools.ts';
import { SuggestField } from '../../../ui/form/suggest-field.tsx';
import { TextAreaField } from '../../../ui/form/text-field.tsx';
import { Card } from '../../../ui/page.tsx';
import type { CallSetup } from './call-setup.ts';

const { template: words } = promptToolStrings;

interface PromptTemplateCardProps {
  readonly setup: CallSetup;
  readonly onChange: (change: Partial<CallSetup>) => void;
}

/** A template whose messages come before the conversation, with a field for each of its variables. */
export function PromptTemplateCard({ setup, onChange }: PromptTemplateCardProps) {
  const { prompt, workspaceId } = setup;
  const reference = prompt?.template ?? '';
  const { data: suggestions = [] } = useQuery(suggestionsOptions(workspaceId));
  const { data, error } = useQuery(referenceOptions(workspaceId, reference));
  const names = data ? variablesOf(data) : undefined;
  const known = names?.join(' ');
  const values = prompt?.variables ?? {};
  // A call must have a value for each variable of the version, and none for another.
  useEffect(() => {
    if (known === undefined || reference === '') return;
    const wanted = known === '' ? [] : known.split(' ');
    if (Object.keys(values).join(' ') === wanted.join(' ')) return;
    const variables = Object.fromEntries(wanted.map((name) => [name, values[name] ?? '']));
    onChange({ prompt: { template: reference, variables } });
  });
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-4">
        <SuggestField
          label={words.reference}
          hint={words.hint}
          optional
          suggestions={suggestions}
          value={reference}
          error={error && reference !== '' ? words.unknown : undefined}
          onChange={({ target: { value } }) =>
            onChange({ prompt: value === '' ? undefined : { template: value, variables: values } })
          }
        />
        {names?.map((name) => (
          <TextAreaField
            key={name}
            label={words.variable(name)}
            rows={2}
            value={values[name] ?? ''}
            onChange={({ target }) =>
              onChange({ prompt: { template: reference, variables: { ...values, [name]: target.value } } })
            }
          />
        ))}
      </div>
    </Card>
  );
}
