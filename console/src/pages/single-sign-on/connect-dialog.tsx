import { useNavigate } from '@tanstack/react-router';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { SsoConnection } from '@svc/contract';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { domainsOptions, SSO_CONNECTIONS } from '../../api/single-sign-on.ts';
import { IDENTITY_PROVIDERS, type IdentityProviderName } from '../../strings/identity-providers.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { radioRow } from '../../ui/form/rows/choice-rows.tsx';
import { creationOf, creationRows } from './connection-rows.tsx';

const { create: words } = singleSignOnStrings;

const CHOICES = {
  provider: radioRow<IdentityProviderName>({
    legend: words.choose,
    options: {
      okta: { label: IDENTITY_PROVIDERS.okta.name },
      entra: { label: IDENTITY_PROVIDERS.entra.name },
      google: { label: IDENTITY_PROVIDERS.google.name },
      keycloak: { label: IDENTITY_PROVIDERS.keycloak.name },
      oidc: { label: IDENTITY_PROVIDERS.oidc.name },
      saml: { label: IDENTITY_PROVIDERS.saml.name },
    },
    initial: 'okta',
  }),
};

/** Which provider, then what to do there and what to copy back. The connection's page has the rest. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const [provider, setProvider] = useState<IdentityProviderName>();
  if (provider) return <DraftDialog provider={provider} onClose={onClose} />;
  return (
    <FormDialog
      title={words.chooseTitle}
      submit={words.next}
      rows={CHOICES}
      onSubmit={({ provider: chosen }) => Promise.resolve(chosen)}
      onClose={(chosen) => (chosen ? setProvider(chosen) : onClose())}
    />
  );
}

interface DraftDialogProps {
  readonly provider: IdentityProviderName;
  readonly onClose: () => void;
}

function DraftDialog({ provider: name, onClose }: DraftDialogProps) {
  const { data: domains } = useSuspenseQuery(domainsOptions);
  const navigate = useNavigate();
  const provider = IDENTITY_PROVIDERS[name];
  const close = (made?: SsoConnection) => {
    onClose();
    if (made) void navigate({ to: '/single-sign-on/$connectionId', params: { connectionId: made.id } });
  };
  return (
    <FormDialog
      title={words.title(provider.name)}
      submit={words.submit}
      rows={creationRows(name, domains)}
      onSubmit={(values) => call('createSsoConnection', { body: creationOf(name, values) })}
      refreshes={[SSO_CONNECTIONS]}
      done={words.created}
      onClose={close}
    >
      <div>
        <p className="mb-1.5 font-medium">{words.steps}</p>
        <ol className="list-decimal space-y-1.5 pl-5">
          {provider.before.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="mt-3">{words.copyBack}</p>
      </div>
    </FormDialog>
  );
}
