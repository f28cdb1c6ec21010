import { useQueryClient } from '@tanstack/react-query';
import type { TunnelCertificate } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { TUNNELS, type TunnelName, tunnelPath } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { revoke: words, certificates } = tunnelStrings;

interface RevokeCertificateDialogProps {
  readonly tunnel: TunnelName;
  readonly certificate: TunnelCertificate;
  readonly onClose: () => void;
}

export function RevokeCertificateDialog({ tunnel, certificate, onClose }: RevokeCertificateDialogProps) {
  const queries = useQueryClient();
  const confirm = async () => {
    await call('revokeTunnelCertificate', {
      path: { ...tunnelPath(tunnel), certificate_id: certificate.id },
    });
    await refresh(queries, TUNNELS);
    toast(words.done);
  };
  return (
    <ConfirmDialog title={words.title} open onClose={onClose} onConfirm={confirm} action={words.action}>
      <p className="font-medium">{certificate.name ?? certificates.unnamed}</p>
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}
