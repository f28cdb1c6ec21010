import type { Domain } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { DOMAINS } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { textRow } from '../../ui/form/rows/text-rows.tsx';

const { form: words } = singleSignOnStrings.domains;
const ROWS = {
  domain: textRow({
    label: words.domain,
    hint: words.hint,
    maxLength: 254,
    autoCapitalize: 'none',
    spellCheck: false,
  }),
};

interface AddDomainDialogProps {
  /** With the domain, whose record is to be published next. */
  readonly onClose: (domain?: Domain) => void;
}

export function AddDomainDialog({ onClose }: AddDomainDialogProps) {
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={(body) => call('createDomain', { body })}
      refreshes={[DOMAINS]}
      onClose={onClose}
    />
  );
}
