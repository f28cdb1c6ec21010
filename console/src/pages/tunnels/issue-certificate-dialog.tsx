import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { TUNNELS, type TunnelName, tunnelPath } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx';
import { IssuedCertificate } from './issued-certificate.tsx';

const { issue: words } = tunnelStrings;
const USUAL_DAYS = 90;

interface IssueCertificateDialogProps {
  readonly tunnel: TunnelName;
  readonly onClose: () => void;
}

export function IssueCertificateDialog({ tunnel, onClose }: IssueCertificateDialogProps) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      onSubmit={(values) =>
        call('issueTunnelCertificate', {
          path: tunnelPath(tunnel),
          body: {
            name: values('name').trim() || null,
            validity_days: Number(values('validity_days')),
            ...(values('key') === 'csr' ? { csr_pem: values('csr_pem') } : {}),
          },
        })
      }
      refreshes={TUNNELS}
      madeTitle={words.issuedTitle}
      renderMade={(certificate) => <IssuedCertificate tunnel={tunnel} certificate={certificate} />}
      done={words.done}
      wide
      onClose={onClose}
    >
      <CertificateFields />
    </ShownOnceDialog>
  );
}

function CertificateFields() {
  return (
    <>
      <TextField label={words.name} hint={words.nameHint} name="name" maxLength={64} optional param="name" />
      <TextField
        label={words.days}
        name="validity_days"
        type="number"
        min={1}
        max={365}
        defaultValue={USUAL_DAYS}
        required
        param="validity_days"
      />
      <KeyFields />
    </>
  );
}

function KeyFields() {
  const [key, setKey] = useState<'make' | 'csr'>('make');
  return (
    <>
      <RadioField
        legend={words.key}
        name="key"
        options={{
          make: { label: words.make, hint: words.makeHint },
          csr: { label: words.csr, hint: words.csrHint },
        }}
        chosen={key}
        onChoose={setKey}
      />
      {key === 'csr' && (
        <TextAreaField
          label={words.request}
          name="csr_pem"
          rows={6}
          spellCheck={false}
          className="font-mono text-[13px]"
          required
          param="csr_pem"
        />
      )}
    </>
  );
}
