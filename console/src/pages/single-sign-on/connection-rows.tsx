import type { ConsoleClientCalls, Domain, SsoConnection } from '@svc/contract';
import { IDENTITY_PROVIDERS, type IdentityProviderName } from '../../strings/identity-providers.ts';
import { shellStrings } from '../../strings/shell.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { checkRow, radioRow, selectRow } from '../../ui/form/rows/choice-rows.tsx';
import { idsRow } from '../../ui/form/rows/ids-row.tsx';
import { emptyAs, type Row } from '../../ui/form/rows/row.ts';
import { longTextRow, textRow } from '../../ui/form/rows/text-rows.tsx';
import { splitCertificates } from './split-certificates.ts';

const { form: words } = singleSignOnStrings;
const ADDRESS = { maxLength: 2048, spellCheck: false, autoCapitalize: 'none' } as const;

type Creation = ConsoleClientCalls['createSsoConnection']['body'];
type Update = ConsoleClientCalls['updateSsoConnection']['body'];

/** Of both protocols: those of the other one have no field. Names are those of the request, so that refusals stand beside their field. */
export interface ConnectionValues {
  readonly name: string;
  readonly domains: string[];
  readonly 'oidc.issuer': string;
  readonly 'oidc.client_id': string;
  readonly 'oidc.client_secret': string | undefined;
  readonly 'saml.idp_entity_id': string;
  readonly 'saml.sso_url': string;
  readonly 'saml.certificates': string;
}

const absent: Row<string> = { render: () => null, read: () => '' };

export function creationRows(name: IdentityProviderName, domains: readonly Domain[]) {
  const provider = IDENTITY_PROVIDERS[name];
  const hints: Readonly<Record<string, string>> = provider.copyBack;
  const isOidc = provider.protocol === 'oidc';
  const example = { placeholder: provider.example };
  return {
    name: nameRow(),
    ...providerRows(isOidc, (field) => hints[field], example),
    'oidc.client_secret': isOidc ? secretRow(words.clientSecret, hints['clientSecret']) : noSecret,
    domains: domainsRow(domains, domains.length === 1 ? [domains[0]!.domain] : []),
  };
}

const noSecret: Row<string | undefined> = { render: () => null, read: () => undefined };

function nameRow(initial?: string) {
  return textRow({ label: words.name, hint: words.nameHint, initial, maxLength: 100 });
}

function secretRow(label: string, hint: string | undefined): Row<string | undefined> {
  return emptyAs(
    undefined,
    textRow({ label, hint, type: 'password', autoComplete: 'off', maxLength: 4096, optional: true }),
  );
}

function domainsRow(domains: readonly Domain[], initial: readonly string[]) {
  const { statuses } = singleSignOnStrings.domains;
  const of = domains.map(({ domain, status }) => ({ id: domain, name: domain, more: statuses[status] }));
  return idsRow({ legend: words.domains, hint: words.domainsHint, of, initial });
}

function providerRows(
  isOidc: boolean,
  hintOf: (field: string) => string | undefined,
  example: { readonly placeholder?: string },
  connection?: SsoConnection,
) {
  const { oidc, saml } = connection ?? {};
  const oidcRow = (row: Row<string>) => (isOidc ? row : absent);
  const samlRow = (row: Row<string>) => (isOidc ? absent : row);
  return {
    'oidc.issuer': oidcRow(
      textRow({ label: words.issuer, hint: hintOf('issuer'), initial: oidc?.issuer, ...ADDRESS, ...example }),
    ),
    'oidc.client_id': oidcRow(
      textRow({ label: words.clientId, hint: hintOf('clientId'), initial: oidc?.client_id, maxLength: 500 }),
    ),
    'saml.idp_entity_id': samlRow(
      textRow({
        label: words.entityId,
        hint: hintOf('entityId'),
        initial: saml?.idp_entity_id,
        ...ADDRESS,
        ...example,
      }),
    ),
    'saml.sso_url': samlRow(
      textRow({ label: words.ssoUrl, hint: hintOf('ssoUrl'), initial: saml?.sso_url, ...ADDRESS }),
    ),
    'saml.certificates': samlRow(
      longTextRow({
        label: connection ? words.newCertificates : words.certificates,
        hint: hintOf('certificates'),
        optional: connection !== undefined,
        rows: 6,
        spellCheck: false,
        className: 'font-mono text-[13px]',
      }),
    ),
  };
}

export function creationOf(name: IdentityProviderName, values: ConnectionValues): Creation {
  const { protocol, ...provider } = IDENTITY_PROVIDERS[name];
  const secret = values['oidc.client_secret'];
  const settings =
    protocol === 'oidc'
      ? {
          oidc: {
            issuer: values['oidc.issuer'],
            client_id: values['oidc.client_id'],
            ...(secret === undefined ? {} : { client_secret: secret }),
            ...('scopes' in provider ? { scopes: provider.scopes } : {}),
          },
        }
      : {
          saml: {
            idp_entity_id: values['saml.idp_entity_id'],
            sso_url: values['saml.sso_url'],
            certificates: splitCertificates(values['saml.certificates']),
          },
        };
  return { name: values.name, protocol, domains: values.domains, ...settings };
}

export function editRows(connection: SsoConnection, domains: readonly Domain[]) {
  const { oidc, attribute_map: claims } = connection;
  const hints: Readonly<Record<string, string>> = { certificates: words.newCertificatesHint };
  const claimRow = (claim: keyof typeof claims) =>
    textRow({ label: words.claims[claim], initial: claims[claim], maxLength: 200, spellCheck: false });
  return {
    name: nameRow(connection.name),
    domains: domainsRow(domains, connection.domains),
    ...providerRows(oidc !== null, (field) => hints[field], {}, connection),
    'oidc.client_secret': oidc ? secretRow(words.newSecret, words.newSecretHint) : noSecret,
    'oidc.client_secret_expires_at': oidc
      ? textRow({
          label: words.secretEnd,
          hint: words.secretEndHint,
          type: 'date',
          initial: oidc.client_secret_expires_at?.slice(0, 10),
          optional: true,
        })
      : absent,
    'oidc.scopes': oidc ? textRow({ label: words.scopes, initial: oidc.scopes, maxLength: 500 }) : absent,
    'attribute_map.email': claimRow('email'),
    'attribute_map.name': claimRow('name'),
    'attribute_map.groups': claimRow('groups'),
    provisioning: radioRow({
      legend: words.provisioning,
      options: words.provisionings,
      initial: connection.provisioning,
    }),
    default_role: selectRow({
      label: words.defaultRole,
      names: { member: shellStrings.roles.member, developer: shellStrings.roles.developer },
      initial: connection.default_role,
    }),
    trust_second_factor: checkRow({ label: words.trust, initial: connection.trust_second_factor }),
    allow_idp_initiated: oidc
      ? keptFalse
      : checkRow({ label: words.idpInitiated, initial: connection.allow_idp_initiated }),
  };
}

const keptFalse: Row<boolean> = { render: () => null, read: () => false };

type EditRows = ReturnType<typeof editRows>;
type EditValues = {
  readonly [Name in keyof EditRows]: EditRows[Name] extends Row<infer Value> ? Value : never;
};

export function updateOf({ oidc, saml }: SsoConnection, values: EditValues): Update {
  const secret = values['oidc.client_secret'];
  const end = values['oidc.client_secret_expires_at'];
  const certificates = splitCertificates(values['saml.certificates']);
  return {
    name: values.name,
    domains: values.domains,
    ...(oidc && {
      oidc: {
        issuer: values['oidc.issuer'],
        client_id: values['oidc.client_id'],
        scopes: values['oidc.scopes'],
        client_secret_expires_at: end === '' ? null : `${end}T00:00:00Z`,
        ...(secret === undefined ? {} : { client_secret: secret }),
      },
    }),
    ...(saml && {
      saml: {
        idp_entity_id: values['saml.idp_entity_id'],
        sso_url: values['saml.sso_url'],
        ...(certificates.length === 0 ? {} : { certificates }),
      },
      allow_idp_initiated: values.allow_idp_initiated,
    }),
    attribute_map: {
      email: values['attribute_map.email'],
      name: values['attribute_map.name'],
      groups: values['attribute_map.groups'],
    },
    provisioning: values.provisioning,
    default_role: values.default_role,
    trust_second_factor: values.trust_second_factor,
  };
}
