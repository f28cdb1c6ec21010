import { useQueryClient } from '@tanstack/react-query';
import type { PromptTemplate } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { TEMPLATES } from '../../api/prompts.ts';
import { templateStrings } from '../../strings/templates.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { SuggestField } from '../../ui/form/suggest-field.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { versionNumbers } from './version-numbers.ts';

const { label: words, versions } = templateStrings;
const USUAL = ['production', 'staging'];

interface LabelDialogProps {
  readonly workspaceId: string;
  readonly template: PromptTemplate;
  readonly onClose: () => void;
}

export function LabelDialog({ workspaceId, template, onClose }: LabelDialogProps) {
  const queries = useQueryClient();
  const move = async (values: FormValues) => {
    const label = values('label');
    const version = values('version') === '' ? null : Number(values('version'));
    await call('setPromptTemplateLabel', {
      path: { workspace_id: workspaceId, template: template.name, label },
      body: { version },
    });
    toast(words.done(label));
    await refresh(queries, TEMPLATES);
  };
  const known = [...new Set([...Object.keys(template.labels), ...USUAL])];
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} onSubmit={move}>
      <SuggestField
        label={words.label}
        name="label"
        required
        suggestions={known.map((value) => ({ value }))}
        param="label"
      />
      <SelectField
        label={words.version}
        name="version"
        defaultValue={template.latest_version}
        param="version"
      >
        {versionNumbers(template).map((version) => (
          <option key={version} value={version}>
            {versions.option(version)}
          </option>
        ))}
        <option value="">{words.remove}</option>
      </SelectField>
    </FormDialog>
  );
}
