import { call } from '../../api/console-api.ts';
import { WORKSPACE_QUERIES } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { longTextRow, textRow } from '../../ui/form/rows/text-rows.tsx';

const { create: words } = workspaceStrings;
const ROWS = {
  name: textRow({ label: words.name, hint: words.nameHint }),
  description: longTextRow({ label: words.description, optional: true }),
};

export function CreateWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={(body) => call('createWorkspace', { body })}
      refreshes={WORKSPACE_QUERIES}
      done={({ name }) => words.done(name)}
      onClose={onClose}
    />
  );
}
