import { z } from 'zod';
import type { ErrorName } from '../errors.ts';
import { COMMON_ERRORS } from './operation-errors.ts';
import type { Operation } from './operation.ts';

/** Where directories are answered, in the protocol of RFC 7644. */
export const DIRECTORY_ROOT = '/scim/v2';

const ERRORS = [
  ...COMMON_ERRORS,
  'unauthenticated',
  'invalid_api_key',
  'expired_api_key',
  'org_unavailable',
  'rate_limited',
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

const COMMON = {
  credential: 'directory',
  status: 'preview',
  tag: 'Admin',
  errorStyle: 'scim',
  browserAccess: 'default',
  response: z.looseObject({}),
  responseType: 'application/scim+json',
  errors: ERRORS,
} as const;
const ONE_ERRORS = [...ERRORS, 'user_not_found'] as const;
const ONE_GROUP_ERRORS = [...ERRORS, 'directory_group_not_found'] as const;
const BODY = { bodyLimit: 'directory_body_bytes', request: z.looseObject({}) } as const;
const BODY_ERRORS = ['payload_too_large', 'invalid_json', 'resource_conflict'] as const;

/**
 * What directories ask for (SCIM). They know the protocol and find out by ServiceProviderConfig and Schemas what of it there is, so these are
 * in no description of the API.
 */
export const DIRECTORY_OPERATIONS = [
  {
    ...COMMON,
    id: 'readServiceProviderConfig',
    method: 'GET',
    path: '/scim/v2/ServiceProviderConfig',
    summary: 'Read what of SCIM there is',
  },
  {
    ...COMMON,
    id: 'listResourceTypes',
    method: 'GET',
    path: '/scim/v2/ResourceTypes',
    summary: 'List the types of resources',
  },
  {
    ...COMMON,
    id: 'listScimSchemas',
    method: 'GET',
    path: '/scim/v2/Schemas',
    summary: 'List the attributes of resources',
  },
  {
    ...COMMON,
    id: 'listScimUsers',
    method: 'GET',
    path: '/scim/v2/Users',
    summary: 'List and find members',
  },
  {
    ...COMMON,
    ...BODY,
    id: 'createScimUser',
    method: 'POST',
    path: '/scim/v2/Users',
    summary: 'Make a member',
    successStatuses: [201],
    errors: [...ERRORS, ...BODY_ERRORS],
  },
  {
    ...COMMON,
    id: 'readScimUser',
    method: 'GET',
    path: '/scim/v2/Users/{user_id}',
    summary: 'Read a member',
    errors: ONE_ERRORS,
  },
  {
    ...COMMON,
    ...BODY,
    id: 'replaceScimUser',
    method: 'PUT',
    path: '/scim/v2/Users/{user_id}',
    summary: 'Replace the attributes of a member',
    errors: [...ONE_ERRORS, ...BODY_ERRORS],
  },
  {
    ...COMMON,
    ...BODY,
    id: 'patchScimUser',
    method: 'PATCH',
    path: '/scim/v2/Users/{user_id}',
    summary: 'Change attributes of a member, suspend or revive them',
    errors: [...ONE_ERRORS, ...BODY_ERRORS],
  },
  {
    ...COMMON,
    id: 'deleteScimUser',
    method: 'DELETE',
    path: '/scim/v2/Users/{user_id}',
    summary: 'Remove a member',
    successStatuses: [204],
    errors: [...ONE_ERRORS, 'resource_conflict'],
  },
  {
    ...COMMON,
    id: 'listScimGroups',
    method: 'GET',
    path: '/scim/v2/Groups',
    summary: 'List and find groups',
  },
  {
    ...COMMON,
    ...BODY,
    id: 'createScimGroup',
    method: 'POST',
    path: '/scim/v2/Groups',
    summary: 'Make a group',
    successStatuses: [201],
    errors: [...ERRORS, ...BODY_ERRORS],
  },
  {
    ...COMMON,
    id: 'readScimGroup',
    method: 'GET',
    path: '/scim/v2/Groups/{directory_group_id}',
    summary: 'Read a group',
    errors: ONE_GROUP_ERRORS,
  },
  {
    ...COMMON,
    ...BODY,
    id: 'replaceScimGroup',
    method: 'PUT',
    path: '/scim/v2/Groups/{directory_group_id}',
    summary: 'Replace the name and members of a group',
    errors: [...ONE_GROUP_ERRORS, ...BODY_ERRORS],
  },
  {
    ...COMMON,
    ...BODY,
    id: 'patchScimGroup',
    method: 'PATCH',
    path: '/scim/v2/Groups/{directory_group_id}',
    summary: 'Rename a group, add and remove members',
    errors: [...ONE_GROUP_ERRORS, ...BODY_ERRORS],
  },
  {
    ...COMMON,
    id: 'deleteScimGroup',
    method: 'DELETE',
    path: '/scim/v2/Groups/{directory_group_id}',
    summary: 'Delete a group',
    successStatuses: [204],
    errors: ONE_GROUP_ERRORS,
  },
] as const satisfies readonly Operation[];

export type DirectoryOperation = (typeof DIRECTORY_OPERATIONS)[number];
export type DirectoryOperationId = DirectoryOperation['id'];
