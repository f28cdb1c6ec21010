import type { Domain } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { DOMAINS } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SecretText } from '../../ui/secret-text.tsx';

const { domains: words } = singleSignOnStrings;
const NO_ROWS = {};

interface VerifyDomainDialogProps {
  readonly domain: Domain;
  readonly onClose: () => void;
}

/** The record to publish. It is shown again at any time. */
export function VerifyDomainDialog({ domain, onClose }: VerifyDomainDialogProps) {
  return (
    <FormDialog
      title={words.recordTitle(domain.domain)}
      submit={words.verify}
      rows={NO_ROWS}
      onSubmit={() => call('verifyDomain', { path: { domain: domain.domain } })}
      refreshes={[DOMAINS]}
      done={words.verified(domain.domain)}
      onClose={onClose}
    >
      <p>{words.recordText}</p>
      <CopyRow label={words.recordName} text={domain.txt_name} />
      <CopyRow label={words.recordValue} text={domain.txt_value} />
      <p className="text-[13px] text-quiet">{words.keep}</p>
    </FormDialog>
  );
}

function CopyRow({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <p className="mb-1.5 font-medium">{label}</p>
      <SecretText secret={text} what={label} />
    </div>
  );
}
