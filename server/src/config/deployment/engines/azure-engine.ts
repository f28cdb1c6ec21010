import { z } from 'zod';
import { headerSecret, secretText } from '../../schema-parts.ts';
import { dialect } from '../dialect-schema.ts';
import { engineKeys, server, serverUrl } from './engine-parts.ts';
import { openAiFields } from './openai-engine.ts';

/** Where tokens of Microsoft Entra ID come from. Which of them belong together is checked by `check-azure.ts`. */
const entra = z
  .strictObject({
    tenant_id: z
      .string()
      .regex(/^[A-Za-z0-9.-]{1,253}$/, 'must be the id or a domain of a tenant')
      .optional()
      .describe('The tenant of the application.'),
    client_id: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,253}$/, 'must be the id of an application or identity')
      .optional()
      .describe('The application, or one of several managed identities.'),
    client_secret: secretText().optional().describe('Secret of the application.'),
    certificate_file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'In place of a secret: a PEM file with a certificate of the application and its private key. A relative path starts at the configuration file.',
      ),
    token_file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'In place of a secret: the file with the token of a workload identity. It is read for each token. A relative path starts at the configuration file.',
      ),
    managed_identity: z
      .literal(true)
      .optional()
      .describe('In place of an application: the identity of the machine that the service runs on.'),
    authority_url: serverUrl()
      .default('https://login.microsoftonline.com')
      .describe('The token server for applications.'),
    metadata_url: serverUrl()
      .default('http://169.254.169.254')
      .describe('The metadata server that knows the managed identity.'),
    identity_endpoint: serverUrl()
      .optional()
      .describe(
        'In place of metadata_url on App Service, Functions and Container Apps: where these hand out tokens, `${IDENTITY_ENDPOINT}`.',
      ),
    identity_header: headerSecret()
      .optional()
      .describe('What is shown there, with identity_endpoint: `${IDENTITY_HEADER}`.'),
    scope: z
      .string()
      .regex(/^[\x21-\x7e]{1,1000}$/, 'must be a scope without spaces')
      .default('https://cognitiveservices.azure.com/.default')
      .describe('What the tokens are for.'),
  })
  .optional()
  .describe('Tokens of Microsoft Entra ID in place of a key.');

/** The fields by which an engine or one of its keys has its credential. */
const credential = {
  api_key: headerSecret().optional().describe('Key of the resource, sent as api-key.'),
  entra,
};

export const azureOpenAi = z
  .strictObject({
    type: z.literal('azure-openai').describe('Models in Azure OpenAI.'),
    resource: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/, 'must be the name of a resource, such as contoso')
      .optional()
      .describe('Name of the resource: contoso for https://contoso.openai.azure.com.'),
    base_url: serverUrl()
      .refine((url) => URL.parse(url)?.pathname === '/', {
        error: 'must end behind the host or port: the service appends /openai',
      })
      .optional()
      .describe(
        'Address of the resource in place of its name: scheme, host and port. Private addresses are fine.',
      ),
    api_version: z
      .string()
      .regex(
        /^(v1|\d{4}-\d{2}-\d{2}(-preview)?)$/,
        'must be v1 or a date such as 2024-10-21 or 2025-04-01-preview',
      )
      .default('v1')
      .describe('v1, or a dated version. With a date the deployment stands in the path.'),
    ...credential,
    keys: engineKeys(credential),
    ...server,
    ...openAiFields,
    dialect: dialect().describe(
      'How the deployed models deviate from the usual form, such as openai-reasoning. Default: azure-openai.',
    ),
  })
  .describe('Models in Azure OpenAI.');
