import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PromptToolResult } from '@svc/contract';
import type { ReactNode } from 'react';
import { call } from '../../../api/console-api.ts';
import { refresh } from '../../../api/pages.ts';
import { TEMPLATES } from '../../../api/prompts.ts';
import { TemplateNameField } from '../../../resources/templates/template-name-field.tsx';
import { useExistingTemplate } from '../../../resources/templates/use-existing-template.ts';
import { promptToolStrings } from '../../../strings/prompt-tools.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, type FormValues } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { Dialog, DialogActions } from '../../../ui/overlay/dialog.tsx';
import { toast } from '../../../ui/overlay/toast.tsx';
import { formatCount } from '../../../ui/text/format.ts';

const { result: words } = promptToolStrings;

interface ToolResultDialogProps {
  readonly workspaceId: string;
  readonly result: PromptToolResult;
  /** Whether the person may make templates in the workspace. */
  readonly mayStore: boolean;
  readonly onUse: (result: PromptToolResult) => void;
  readonly onClose: () => void;
}

/** What a tool wrote, to be reviewed before it is used or stored. */
export function ToolResultDialog({ workspaceId, result, mayStore, onUse, onClose }: ToolResultDialogProps) {
  const queries = useQueryClient();
  const names = useExistingTemplate(workspaceId);
  const store = useMutation({
    mutationFn: async (values: FormValues) => {
      const name = values('name');
      if (!(await names.confirm(name))) return;
      await call('createPromptTemplate', {
        path: { workspace_id: workspaceId },
        body: { name, messages: messagesOf(result) },
      });
      toast(words.saved(name));
      onClose();
      await refresh(queries, TEMPLATES);
    },
  });
  const use = () => {
    onUse(result);
    onClose();
  };
  return (
    <Dialog title={words.title} open onClose={onClose} wide>
      <Form refusal={store.error} onSubmit={store.mutate}>
        <Written result={result} />
        {mayStore && <TemplateNameField label={words.name} workspaceId={workspaceId} names={names} />}
        <FormError error={store.error} />
        <DialogActions>
          <Button onClick={use}>{words.use}</Button>
          {mayStore && (
            <Button type="submit" look="primary" busy={store.isPending}>
              {words.save}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function Written({ result }: { readonly result: PromptToolResult }) {
  const { system, messages, variables, working, notes, usage } = result;
  return (
    <>
      {notes.length > 0 && (
        <Part title={words.notes}>
          <ul className="list-disc pl-5">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Part>
      )}
      {system !== null && <Text title={words.system} text={system} />}
      {messages.map(({ role, content }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a message has no name but its place
        <Text key={i} title={words.message(role)} text={content} />
      ))}
      {variables && Object.keys(variables).length > 0 && (
        <Text
          title={words.variables}
          text={Object.entries(variables)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
      )}
      <Text title={words.working} text={working} />
      <p className="text-[13px] text-quiet">
        {words.tokens(formatCount(usage.input_tokens), formatCount(usage.output_tokens))}
      </p>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </section>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Part title={title}>
      <p className="rounded-md bg-sunken p-3 text-[13px] whitespace-pre-wrap">{text}</p>
    </Part>
  );
}

function messagesOf({ system, messages }: PromptToolResult) {
  return [...(system === null ? [] : [{ role: 'system' as const, content: system }]), ...messages];
}
