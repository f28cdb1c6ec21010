import { GROUP_SCHEMA } from './group-resource.ts';
import { USER_SCHEMA } from './user-resource.ts';

const META_SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0:';

/** ServiceProviderConfig, ResourceTypes and Schemas (RFC 7643 §5 to §7): what of SCIM there is here. */
export function serviceProviderConfig(base: string): object {
  const no = { supported: false };
  return {
    schemas: [`${META_SCHEMAS}ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Directory token',
        description: 'Authorization: Bearer with a directory token of the organization',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

interface Described {
  readonly id: 'User' | 'Group';
  readonly endpoint: string;
  readonly schema: string;
  readonly attributes: readonly object[];
}

const text = (name: string, more: object = {}): object => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const bool = (name: string): object => text(name, { type: 'boolean' });
const complex = (name: string, subAttributes: readonly object[], multiValued: boolean): object =>
  text(name, { type: 'complex', multiValued, subAttributes });

const EXTERNAL_ID = text('externalId', { caseExact: true, uniqueness: 'server' });

const DESCRIBED: readonly Described[] = [
  {
    id: 'User',
    endpoint: '/Users',
    schema: USER_SCHEMA,
    attributes: [
      text('userName', { required: true, uniqueness: 'server' }),
      EXTERNAL_ID,
      text('displayName'),
      complex('name', [text('formatted'), text('givenName'), text('familyName')], false),
      complex('emails', [text('value'), text('type'), bool('primary')], true),
      bool('active'),
    ],
  },
  {
    id: 'Group',
    endpoint: '/Groups',
    schema: GROUP_SCHEMA,
    attributes: [
      text('displayName', { required: true }),
      EXTERNAL_ID,
      complex('members', [text('value', { caseExact: true })], true),
    ],
  },
];

export function resourceTypes(base: string): readonly object[] {
  return DESCRIBED.map(({ id, endpoint, schema }) => ({
    schemas: [`${META_SCHEMAS}ResourceType`],
    id,
    name: id,
    endpoint,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));
}

export function scimSchemas(base: string): readonly object[] {
  return DESCRIBED.map(({ id, schema, attributes }) => ({
    schemas: [`${META_SCHEMAS}Schema`],
    id: schema,
    name: id,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema}` },
  }));
}
