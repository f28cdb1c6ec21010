import type { Me } from '@svc/contract';
import type { Model } from '@svc/sdk';
import { playgroundSetupStrings as setupWords } from '../../../strings/playground-setup.ts';
import { playgroundStrings } from '../../../strings/playground.ts';
import { uiStrings } from '../../../strings/ui.ts';
import { Button } from '../../../ui/button.tsx';
import { NamedOptions } from '../../../ui/form/named-options.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Card } from '../../../ui/page.tsx';
import { SelectField, TextAreaField } from '../../../ui/form/text-field.tsx';
import type { CallSetup } from './call-setup.ts';

const { settings: words } = playgroundStrings;

interface SetupCardProps {
  readonly setup: CallSetup;
  readonly workspaces: Me['workspaces'];
  /** Undefined while they are on their way, and when they could not be loaded. */
  readonly models: readonly Model[] | undefined;
  /** The one that is asked. */
  readonly model: Model | undefined;
  /** Why there are none. */
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onChange: (change: Partial<CallSetup>) => void;
}

export function SetupCard({ setup, workspaces, models, model, error, onRetry, onChange }: SetupCardProps) {
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-4">
        {workspaces.length > 1 && (
          <WorkspaceField setup={setup} workspaces={workspaces} onChange={onChange} />
        )}
        <SelectField
          label={words.model}
          hint={model?.description}
          value={setup.model}
          disabled={!model}
          onChange={({ target }) => onChange({ model: target.value })}
        >
          {models?.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </SelectField>
        {models && models.length > 1 && (
          <SelectField
            label={setupWords.compare}
            hint={setup.compared && setupWords.compareHint}
            value={setup.compared ?? ''}
            onChange={({ target }) => onChange({ compared: target.value || undefined })}
          >
            <option value="">{setupWords.compareNone}</option>
            {models
              .filter(({ id }) => id !== setup.model)
              .map(({ id }) => (
                <option key={id}>{id}</option>
              ))}
          </SelectField>
        )}
        {models?.length === 0 && <Notice tone="warn">{words.noModels}</Notice>}
        <FormError error={error} />
        {error && <Button onClick={onRetry}>{uiStrings.retry}</Button>}
        <TextAreaField
          label={words.system}
          hint={words.systemHint}
          optional
          rows={5}
          value={setup.system}
          onChange={({ target }) => onChange({ system: target.value })}
        />
      </div>
    </Card>
  );
}

function WorkspaceField({
  setup,
  workspaces,
  onChange,
}: Pick<SetupCardProps, 'setup' | 'workspaces' | 'onChange'>) {
  return (
    <SelectField
      label={words.workspace}
      value={setup.workspaceId}
      onChange={({ target }) => onChange({ workspaceId: target.value })}
    >
      <NamedOptions of={workspaces} />
    </SelectField>
  );
}
