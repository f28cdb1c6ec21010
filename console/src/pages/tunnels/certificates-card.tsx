import type { Tunnel, TunnelCertificate } from '@svc/contract';
import { BadgeCheck, Ban, Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { usePagedList } from '../../api/pages.ts';
import { certificateList } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuItem } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Card } from '../../ui/page.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { IssueCertificateDialog } from './issue-certificate-dialog.tsx';
import { LastSeen } from './last-seen.tsx';
import { RevokeCertificateDialog } from './revoke-certificate-dialog.tsx';
import { savePem } from './save-pem.ts';

const { certificates: words, actions } = tunnelStrings;
const { columns: heads } = words;
const TONES: Readonly<Record<TunnelCertificate['status'], Tone>> = {
  active: 'good',
  revoked: 'danger',
  expired: 'warn',
};

function columnsOf(revoke: (certificate: TunnelCertificate) => void): readonly Column<TunnelCertificate>[] {
  return [
    { header: heads.name, cell: ({ name }) => name ?? <span className="text-quiet">{words.unnamed}</span> },
    {
      header: heads.status,
      width: 'w-28',
      cell: ({ status }) => <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>,
    },
    { header: heads.expires, width: 'w-48', wide: true, cell: ({ not_after: at }) => <Moment at={at} /> },
    { header: heads.used, width: 'w-36', wide: true, cell: ({ last_used_at: at }) => <LastSeen at={at} /> },
    {
      header: heads.actions,
      width: 'w-20',
      align: 'right',
      hiddenHeader: true,
      cell: (certificate) => <CertificateMenu certificate={certificate} revoke={revoke} />,
    },
  ];
}

interface CertificateMenuProps {
  readonly certificate: TunnelCertificate;
  readonly revoke: (certificate: TunnelCertificate) => void;
}

function CertificateMenu({ certificate, revoke }: CertificateMenuProps) {
  const download = (...file: Parameters<typeof savePem>) => {
    savePem(...file);
    toast(words.downloaded);
  };
  return (
    <RowMenu label={words.more(certificate.name ?? certificate.id)}>
      <MenuItem icon={Download} onSelect={() => download('cert.pem', certificate.certificate_pem)}>
        {words.download}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => download('ca.pem', certificate.ca_certificate_pem)}>
        {words.downloadAuthority}
      </MenuItem>
      {certificate.status === 'active' && (
        <MenuItem icon={Ban} danger onSelect={() => revoke(certificate)}>
          {words.revoke}
        </MenuItem>
      )}
    </RowMenu>
  );
}

export function CertificatesCard({ tunnel }: { readonly tunnel: Tunnel }) {
  const list = usePagedList(certificateList(tunnel));
  const [isIssuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<TunnelCertificate>();
  const empty = (
    <EmptyState icon={BadgeCheck} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Card
      docs="tunnelCertificates"
      title={words.title}
      lead={words.lead}
      actions={
        <Button icon={Plus} onClick={() => setIssuing(true)}>
          {actions.issue}
        </Button>
      }
    >
      <DataTable
        label={words.list}
        columns={columnsOf(setRevoking)}
        list={list}
        rowKey={({ id }) => id}
        empty={empty}
      />
      {isIssuing && <IssueCertificateDialog tunnel={tunnel} onClose={() => setIssuing(false)} />}
      {revoking && (
        <RevokeCertificateDialog
          tunnel={tunnel}
          certificate={revoking}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Card>
  );
}
