import { createOperatorKey, OPERATOR_KEYS } from '../../api/operator-keys.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

const { form: words } = operatorStrings.keys;

export function CreateOperatorKeyDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      onSubmit={(values) =>
        createOperatorKey({
          name: values('name').trim(),
          role: values('role') === 'operator' ? 'operator' : 'operator_viewer',
          allowed_ips: linesOf(values('ips')),
          totp: values('totp'),
        })
      }
      refreshes={OPERATOR_KEYS}
      madeTitle={words.madeTitle}
      renderMade={({ name, secret }) => (
        <>
          <p>{words.made(name)}</p>
          <SecretOnce secret={secret} what={name} kind="key" />
        </>
      )}
      done={words.done}
      onClose={onClose}
    >
      <KeyFields />
    </ShownOnceDialog>
  );
}

function KeyFields() {
  return (
    <>
      <TextField label={words.name} hint={words.nameHint} name="name" maxLength={100} required param="name" />
      <SelectField label={words.role} name="role" defaultValue="operator_viewer">
        <ValueOptions of={operatorStrings.roles} />
      </SelectField>
      <LinesField label={words.ips} hint={words.ipsHint} name="ips" optional param="allowed_ips" />
      <CodeField label={words.code} hint={words.codeHint} name="totp" />
    </>
  );
}
