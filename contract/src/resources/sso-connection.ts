import { limit } from '../limits/limit.ts';
import { SSO_CONNECTION_ID } from '../reference/objects/ids.ts';
import type { Resource } from './resource.ts';

/** Connections to identity providers (SSO-03). */
export const SSO_CONNECTION = {
  type: 'sso_connection',
  kind: 'Single sign-on connection',
  ids: { ssoConnection: 'sso_' },
  errors: {
    sso_connection_not_found: {
      status: 404,
      when: 'The organization has no such connection.',
      message: 'No single sign-on connection with this id exists here. List the connections to find its id.',
    },
  },
  audit: {
    organization: {
      'sso_connection.created': 'Single sign-on connection created',
      'sso_connection.updated': 'Single sign-on connection changed',
      'sso_connection.tested': 'Single sign-on connection tested',
      'sso_connection.deleted': 'Single sign-on connection deleted',
    },
  },
  limits: {
    sso_connection_name_characters: limit(100, 'Maximum length of the name of a single sign-on connection.'),
    sso_clock_leeway_s: limit(
      60,
      'How far the clock of an identity provider may be off when the times of its answers are checked.',
    ),
    sso_fresh_sign_in_s: limit(
      3600,
      'How recently an owner must have signed in by a connection to make single sign-on required.',
    ),
    sso_certificate_notice_days: limit(
      30,
      'How long before the end of a certificate or client secret of a connection owners are mailed.',
    ),
    sso_test_s: limit(600, 'How long the address of a test of a single sign-on connection works.'),
  },
  pathParameters: {
    sso_connection_id: { description: 'Id of a single sign-on connection.', example: SSO_CONNECTION_ID },
  },
} as const satisfies Resource;
