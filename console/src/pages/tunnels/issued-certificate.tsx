import { useQuery } from '@tanstack/react-query';
import type { TunnelCertificate } from '@svc/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { setupOptions, type TunnelName } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAskBeforeClosing } from '../../ui/overlay/close-guard.tsx';
import { certificateCommands } from './connector-commands.ts';
import { savePem } from './save-pem.ts';

const { issue: words, start } = tunnelStrings;

interface IssuedCertificateProps {
  readonly tunnel: TunnelName;
  readonly certificate: TunnelCertificate;
}

/** In a dialog: the files, of which the private key is offered only here, and how a connector is started with them. */
export function IssuedCertificate({ tunnel, certificate }: IssuedCertificateProps) {
  const { data: setup } = useQuery(setupOptions(tunnel));
  const { private_key_pem: key } = certificate;
  const [isSaved, setIsSaved] = useState(key === null);
  useAskBeforeClosing(isSaved ? undefined : uiStrings.shownOnce.questions.privateKey);
  return (
    <>
      <p>{words.issuedText}</p>
      <div className="flex flex-wrap gap-2">
        {key !== null && (
          <Button
            icon={Download}
            onClick={() => {
              savePem('key.pem', key);
              setIsSaved(true);
            }}
          >
            {words.files.key}
          </Button>
        )}
        <Button icon={Download} onClick={() => savePem('cert.pem', certificate.certificate_pem)}>
          {words.files.certificate}
        </Button>
        <Button icon={Download} onClick={() => savePem('ca.pem', certificate.ca_certificate_pem)}>
          {words.files.authority}
        </Button>
      </div>
      {key !== null && <Notice tone="warn">{words.keyOnce}</Notice>}
      {setup?.connector_url && (
        <CodeBlock code={certificateCommands(setup.connector_url)} what={start.what} />
      )}
    </>
  );
}
