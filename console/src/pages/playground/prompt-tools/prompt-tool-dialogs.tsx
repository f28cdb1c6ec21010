import type { PromptToolResult } from '@svc/contract';
import { call } from '../../../api/console-api.ts';
import { promptToolStrings as words } from '../../../strings/prompt-tools.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextAreaField } from '../../../ui/form/text-field.tsx';
import type { CallSetup } from '../setup/call-setup.ts';
import type { ToolInput } from './tool-input.ts';

interface ToolDialogProps {
  readonly setup: CallSetup;
  readonly onResult: (result: PromptToolResult) => void;
  readonly onClose: () => void;
}

export function GenerateDialog({ setup: { workspaceId, model }, onResult, onClose }: ToolDialogProps) {
  const { title, submit, task, taskHint } = words.generate;
  return (
    <FormDialog
      title={title}
      submit={submit}
      onClose={onClose}
      onSubmit={async (values) =>
        onResult(
          await call('generatePrompt', {
            path: { workspace_id: workspaceId },
            body: { task: values('task'), model },
          }),
        )
      }
    >
      <TextAreaField label={task} hint={taskHint} name="task" required rows={6} param="task" />
    </FormDialog>
  );
}

type InputDialogProps = ToolDialogProps & { readonly input: ToolInput };

export function ImproveDialog({ setup: { workspaceId, model }, input, onResult, onClose }: InputDialogProps) {
  const { title, submit, problem, problemHint } = words.improve;
  return (
    <FormDialog
      title={title}
      submit={submit}
      onClose={onClose}
      onSubmit={async (values) =>
        onResult(
          await call('improvePrompt', {
            path: { workspace_id: workspaceId },
            body: { ...input, problem: values('problem'), model },
          }),
        )
      }
    >
      <TextAreaField label={problem} hint={problemHint} name="problem" required param="problem" />
    </FormDialog>
  );
}

export function TemplatizeDialog({
  setup: { workspaceId, model },
  input,
  onResult,
  onClose,
}: InputDialogProps) {
  const { title, submit, text } = words.templatize;
  return (
    <FormDialog
      title={title}
      submit={submit}
      onClose={onClose}
      onSubmit={async () =>
        onResult(
          await call('templatizePrompt', {
            path: { workspace_id: workspaceId },
            body: { ...input, model },
          }),
        )
      }
    >
      <p>{text}</p>
    </FormDialog>
  );
}
