import type { PromptToolResult } from '@svc/contract';
import { call } from '../../../api/console-api.ts';
import { promptToolStrings as words } from '../../../strings/prompt-tools.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { longTextRow } from '../../../ui/form/rows/text-rows.tsx';
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
      rows={{ task: longTextRow({ label: task, hint: taskHint, rows: 6 }) }}
      onSubmit={async (asked) =>
        onResult(
          await call('generatePrompt', { path: { workspace_id: workspaceId }, body: { ...asked, model } }),
        )
      }
      onClose={onClose}
    />
  );
}

type InputDialogProps = ToolDialogProps & { readonly input: ToolInput };

export function ImproveDialog({ setup: { workspaceId, model }, input, onResult, onClose }: InputDialogProps) {
  const { title, submit, problem, problemHint } = words.improve;
  return (
    <FormDialog
      title={title}
      submit={submit}
      rows={{ problem: longTextRow({ label: problem, hint: problemHint }) }}
      onSubmit={async (asked) =>
        onResult(
          await call('improvePrompt', {
            path: { workspace_id: workspaceId },
            body: { ...input, ...asked, model },
          }),
        )
      }
      onClose={onClose}
    />
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
      rows={{}}
      onSubmit={async () =>
        onResult(
          await call('templatizePrompt', {
            path: { workspace_id: workspaceId },
            body: { ...input, model },
          }),
        )
      }
      onClose={onClose}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
