import type { SsoConnection } from '@svc/contract';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { shellStrings } from '../../strings/shell.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago, Moment } from '../../ui/text/time.tsx';
import { ConnectionStatus } from './connection-status.tsx';

const { facts: words, form, connections, protocols } = singleSignOnStrings;

export function ConnectionFacts({ connection }: { readonly connection: SsoConnection }) {
  const { oidc, saml, attribute_map: claims, last_used_at: usedAt } = connection;
  const isJit = connection.provisioning === 'jit';
  const role = shellStrings.roles[connection.default_role];
  return (
    <Card title={words.title}>
      <Facts
        facts={{
          [words.status]: <ConnectionStatus status={connection.status} />,
          [words.protocol]: protocols[connection.protocol],
          [words.domains]: connection.domains.join(', '),
          ...(oidc && oidcFacts(oidc)),
          ...(saml && samlFacts(saml)),
          [words.claims]: `${claims.email}, ${claims.name}, ${claims.groups}`,
          [words.people]: `${form.provisionings[connection.provisioning].label}${isJit ? ` (${role})` : ''}`,
          [form.trust]: connection.trust_second_factor ? words.yes : words.no,
          [words.used]: usedAt === null ? connections.never : <Ago at={usedAt} />,
          [words.id]: <CopyText text={connection.id} what={words.id} />,
        }}
      />
    </Card>
  );
}

function oidcFacts(oidc: NonNullable<SsoConnection['oidc']>) {
  const end = oidc.client_secret_expires_at;
  return {
    [words.issuer]: <Code>{oidc.issuer}</Code>,
    [words.clientId]: <Code>{oidc.client_id}</Code>,
    [words.secretEnd]: end === null ? words.noEnd : <Moment at={end} />,
  };
}

function samlFacts(saml: NonNullable<SsoConnection['saml']>) {
  return {
    [words.entityId]: <Code>{saml.idp_entity_id}</Code>,
    [words.ssoUrl]: <Code>{saml.sso_url}</Code>,
    [words.certificates]: (
      <ul>
        {saml.certificates.map(({ fingerprint, not_after: at }) => (
          <li key={fingerprint}>
            <Code>{fingerprint}</Code> {words.until} <Moment at={at} />
          </li>
        ))}
      </ul>
    ),
  };
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono text-[13px] break-all">{children}</code>;
}
