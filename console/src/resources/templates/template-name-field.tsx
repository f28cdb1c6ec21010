import { Link } from '@tanstack/react-router';
import { templateStrings } from '../../strings/templates.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ExistingTemplate } from './use-existing-template.ts';

const { create: words } = templateStrings;

interface TemplateNameFieldProps {
  readonly label: string;
  readonly workspaceId: string;
  readonly names: ExistingTemplate;
}

/** The name of a new template, and what a save would do to the one that has it. */
export function TemplateNameField({ label, workspaceId, names: { existing, look } }: TemplateNameFieldProps) {
  return (
    <>
      <TextField
        label={label}
        hint={words.nameHint}
        name="name"
        required
        spellCheck={false}
        param="name"
        onChange={() => look('')}
        onBlur={({ target }) => look(target.value)}
      />
      {existing && (
        <Notice tone="warn" alert>
          <p>{words.exists(existing.name, existing.latest_version + 1)}</p>
          <Link
            to="/templates/$template"
            params={{ template: existing.name }}
            search={{ workspace: workspaceId }}
            // What was written here stays.
            target="_blank"
            className={linkClass}
          >
            {words.openExisting}
          </Link>
        </Notice>
      )}
    </>
  );
}
