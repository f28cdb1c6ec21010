import type { ManagedOrganization } from '@svc/contract';
import { MANAGED_ORGANIZATIONS, updateOrganization } from '../../api/operator-organizations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { checkRow, selectRow } from '../../ui/form/rows/choice-rows.tsx';
import { textRow } from '../../ui/form/rows/text-rows.tsx';

const { edit: words, billings } = operatorStrings.organization;

interface EditOrganizationDialogProps {
  readonly organization: ManagedOrganization;
  readonly onClose: () => void;
}

export function EditOrganizationDialog({ organization: one, onClose }: EditOrganizationDialogProps) {
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={{
        name: textRow({ label: words.name, initial: one.name, maxLength: 100 }),
        plan: textRow({ label: words.plan, initial: one.plan }),
        billing: selectRow({ label: words.billing, names: billings, initial: one.billing }),
        credits_enabled: checkRow({ label: words.credits, initial: one.credits_enabled }),
        zero_data_retention: checkRow({ label: words.retention, initial: one.zero_data_retention }),
      }}
      onSubmit={(settings) => updateOrganization(one.id, changesOf(one, settings))}
      refreshes={[MANAGED_ORGANIZATIONS]}
      done={words.saved}
      onClose={onClose}
    />
  );
}
