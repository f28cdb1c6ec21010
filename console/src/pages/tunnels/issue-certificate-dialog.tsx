import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { TUNNELS, type TunnelName, tunnelPath } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { emptyAs, type Row } from '../../ui/form/rows/row.ts';
import { longTextRow, numberRow, textRow } from '../../ui/form/rows/text-rows.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { IssuedCertificate } from './issued-certificate.tsx';

const { issue: words } = tunnelStrings;
const USUAL_DAYS = 90;

const requestRow = longTextRow({
  label: words.request,
  rows: 6,
  spellCheck: false,
  className: 'font-mono text-[13px]',
});
/** Sent only for a key that somebody has made themselves. */
const csrRow: Row<string | undefined> = {
  render: () => <KeyFields />,
  read: (values, name) => requestRow.read(values, name) || undefined,
};
const ROWS = {
  name: emptyAs(null, textRow({ label: words.name, hint: words.nameHint, maxLength: 64, optional: true })),
  validity_days: numberRow({ label: words.days, min: 1, max: 365, initial: USUAL_DAYS }),
  csr_pem: csrRow,
};

interface IssueCertificateDialogProps {
  readonly tunnel: TunnelName;
  readonly onClose: () => void;
}

export function IssueCertificateDialog({ tunnel, onClose }: IssueCertificateDialogProps) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={(body) => call('issueTunnelCertificate', { path: tunnelPath(tunnel), body })}
      refreshes={[TUNNELS]}
      madeTitle={words.issuedTitle}
      renderMade={(certificate) => <IssuedCertificate tunnel={tunnel} certificate={certificate} />}
      done={words.done}
      wide
      onClose={onClose}
    />
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
      {key === 'csr' && requestRow.render('csr_pem')}
    </>
  );
}
