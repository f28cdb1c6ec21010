import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PromptTemplate, PromptTemplateMessage } from '@svc/contract';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { TEMPLATES } from '../../api/prompts.ts';
import { TemplateNameField } from '../../resources/templates/template-name-field.tsx';
import { useExistingTemplate } from '../../resources/templates/use-existing-template.ts';
import { templateStrings } from '../../strings/templates.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { MessagesFields } from './messages-fields.tsx';

const { create: words } = templateStrings;
const FIRST: readonly PromptTemplateMessage[] = [
  { role: 'system', content: '' },
  { role: 'user', content: '' },
];

interface VersionDialogProps {
  readonly workspaceId: string;
  /** That gets a version, and the version it begins with. Absent: a new template. */
  readonly template?: PromptTemplate;
  readonly onClose: () => void;
}

export function VersionDialog({ workspaceId, template, onClose }: VersionDialogProps) {
  const queries = useQueryClient();
  const [messages, setMessages] = useState(template?.version.messages ?? FIRST);
  const names = useExistingTemplate(workspaceId);
  const save = useMutation({
    mutationFn: async (values: FormValues) => {
      const name = template?.name ?? values('name');
      if (!template && !(await names.confirm(name))) return;
      const saved = await call('createPromptTemplate', {
        path: { workspace_id: workspaceId },
        body: {
          name,
          // A message that was left empty is none.
          messages: messages.filter(({ content }) => content !== ''),
          ...(values('model') === '' ? {} : { model: values('model') }),
          labels: values('labels').split(/\s+/).filter(Boolean),
        },
      });
      toast(words.done(saved.name, saved.latest_version));
      onClose();
      await refresh(queries, TEMPLATES);
    },
  });
  return (
    <Dialog title={template ? words.nextTitle(template.name) : words.title} open onClose={onClose} wide>
      <Form onSubmit={save.mutate} refusal={save.error}>
        {!template && <TemplateNameField label={words.name} workspaceId={workspaceId} names={names} />}
        <MessagesFields messages={messages} onMessages={setMessages} />
        <ModelAndLabels model={template?.model} />
        <FormError error={save.error} />
        <DialogActions>
          <Button onClick={onClose}>{uiStrings.cancel}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface ModelAndLabelsProps {
  /** Of the version that this one begins with. */
  readonly model: string | null | undefined;
}

function ModelAndLabels({ model }: ModelAndLabelsProps) {
  return (
    <>
      <TextField
        label={words.model}
        hint={words.modelHint}
        optional
        name="model"
        defaultValue={model ?? ''}
        param="model"
      />
      <TextField
        label={words.labels}
        hint={words.labelsHint}
        optional
        name="labels"
        spellCheck={false}
        param="labels"
      />
    </>
  );
}
