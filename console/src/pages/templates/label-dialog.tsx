import type { PromptTemplate } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { TEMPLATES } from '../../api/prompts.ts';
import { templateStrings } from '../../strings/templates.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { Row } from '../../ui/form/rows/row.ts';
import { SuggestField } from '../../ui/form/suggest-field.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { versionNumbers } from './version-numbers.ts';

const { label: words, versions } = templateStrings;
const USUAL = ['production', 'staging'];

interface LabelDialogProps {
  readonly workspaceId: string;
  readonly template: PromptTemplate;
  readonly onClose: () => void;
}

export function LabelDialog({ workspaceId, template, onClose }: LabelDialogProps) {
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={{ label: labelRow(template), version: versionRow(template) }}
      onSubmit={async ({ label, version }) => {
        await call('setPromptTemplateLabel', {
          path: { workspace_id: workspaceId, template: template.name, label },
          body: { version },
        });
        return label;
      }}
      refreshes={[TEMPLATES]}
      done={words.done}
      onClose={onClose}
    />
  );
}

function labelRow(template: PromptTemplate): Row<string> {
  const known = [...new Set([...Object.keys(template.labels), ...USUAL])];
  return {
    render: (name) => (
      <SuggestField
        label={words.label}
        name={name}
        required
        suggestions={known.map((value) => ({ value }))}
        param={name}
      />
    ),
    read: (values, name) => values(name),
  };
}

/** Null: the label is removed. */
function versionRow(template: PromptTemplate): Row<number | null> {
  return {
    render: (name) => (
      <SelectField label={words.version} name={name} defaultValue={template.latest_version} param={name}>
        {versionNumbers(template).map((version) => (
          <option key={version} value={version}>
            {versions.option(version)}
          </option>
        ))}
        <option value="">{words.remove}</option>
      </SelectField>
    ),
    read: (values, name) => (values(name) === '' ? null : Number(values(name))),
  };
}
