import { z } from 'zod';
import { headerSecret, secretText } from '../../schema-parts.ts';

/** Where the keys that requests are signed with come from. The fields of one way belong together. */
const WAYS = [
  ['access_key_id', 'secret_access_key'],
  ['profile'],
  ['role_arn', 'web_identity_token_file'],
  ['from'],
] as const;

const optionalText = (what: string) => z.string().min(1).optional().describe(what);

export const awsCredentials = z
  .strictObject({
    access_key_id: z
      .string()
      .regex(/^\w{1,128}$/, 'must be an access key ID: letters, digits and _')
      .optional()
      .describe('Access key ID, with secret_access_key.'),
    secret_access_key: secretText().optional().describe('Secret access key.'),
    session_token: headerSecret().optional().describe('Session token of temporary keys.'),
    profile: optionalText('Profile of the AWS configuration and credentials files.'),
    role_arn: z
      .string()
      .regex(/^arn:[a-z-]+:iam::\d{12}:role\/\S+$/, 'must be the ARN of a role')
      .optional()
      .describe('Role to assume, with web_identity_token_file.'),
    web_identity_token_file: optionalText(
      'File with the token that proves who the service is. A relative path starts at the configuration file.',
    ),
    from: z
      .literal('default')
      .optional()
      .describe(
        'default: the first one found of the environment variables (AWS_BEARER_TOKEN_BEDROCK, then AWS_ACCESS_KEY_ID), web identity, profile, container and instance.',
      ),
  })
  .superRefine((credentials, context) => {
    const report = (path: string[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    const used = WAYS.filter((fields) => fields.some((field) => credentials[field] !== undefined));
    if (used.length === 0) report([], 'needs access_key_id, profile, role_arn or from: default');
    if (used.length > 1) report([], `has ${used.map(([field]) => field).join(' and ')}: keep one of them`);
    for (const field of used.flat())
      if (credentials[field] === undefined && used.length === 1) report([field], 'required');
    if (credentials.session_token !== undefined && credentials.access_key_id === undefined)
      report(['session_token'], 'has no effect without access_key_id');
  })
  .describe('Keys that requests are signed with (Signature Version 4).');
