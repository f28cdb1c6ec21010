import type { SsoConnection } from '@svc/contract';
import { useMe } from '../../api/session.ts';
import { IDENTITY_PROVIDERS, type PastedValue } from '../../strings/identity-providers.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { Card } from '../../ui/page.tsx';
import { SecretText } from '../../ui/secret-text.tsx';
import { findProvider } from './find-provider.ts';

const { paste: words } = singleSignOnStrings;

/** The doors of the connection, each with its place at the provider. */
export function PasteCard({ connection }: { readonly connection: SsoConnection }) {
  const { base_url: baseUrl } = useMe();
  const provider = IDENTITY_PROVIDERS[findProvider(connection)];
  const values = valuesOf(baseUrl, connection.id);
  return (
    <Card title={words.title} lead={words.lead} docs="ssoConnections">
      <div className="flex flex-col gap-4">
        {provider.paste.map(({ value, where }) => (
          <div key={value}>
            <p className="font-medium">{words.names[value]}</p>
            <p className="mb-1.5 text-[13px] text-quiet">{where}</p>
            <SecretText secret={values[value]} what={words.names[value]} />
          </div>
        ))}
        <div>
          <p className="font-medium">{words.groups}</p>
          <p className="max-w-2xl text-quiet">{provider.groups}</p>
        </div>
      </div>
    </Card>
  );
}

function valuesOf(baseUrl: string, id: string): Readonly<Record<PastedValue, string>> {
  const root = `${baseUrl}/sso/${id}`;
  return {
    redirectUri: `${root}/callback`,
    acsUrl: `${root}/acs`,
    entityId: `${root}/metadata`,
    metadataUrl: `${root}/metadata`,
  };
}
