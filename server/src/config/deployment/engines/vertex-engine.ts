import { z } from 'zod';
import { secretText } from '../../schema-parts.ts';
import { apiVersion, engineKeys, promptCaching, server, serverUrl } from './engine-parts.ts';

/** Where the credentials of a service account stand. */
const credentials = z
  .strictObject({
    file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Key of a service account, or a configuration of workload identity federation, as a JSON file. A relative path starts at the configuration file.',
      ),
    json: secretText()
      .optional()
      .describe('The same as text, usually from an environment variable: `${NAME}`.'),
    from: z
      .literal('default')
      .optional()
      .describe(
        'default: the file that GOOGLE_APPLICATION_CREDENTIALS names, else that of the gcloud command, else the metadata server of the machine.',
      ),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    message: 'must have one of file, json and from',
  })
  .describe('What the service gets its access tokens with. One of file, json and from.');

export type VertexCredentials = z.infer<typeof credentials>;

export const vertex = z
  .strictObject({
    type: z.literal('vertex').describe('Gemini and Claude on Vertex AI.'),
    project: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.:-]{0,99}$/, 'must be the id of a project')
      .describe('Id of the project that is billed.'),
    location: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be global or the name of a region, such as europe-west4')
      .default('global')
      .describe('global, or the region that answers. It decides the address.'),
    base_url: serverUrl()
      .optional()
      .describe('Address of the API, in place of the vendor’s for the location.'),
    api_version: apiVersion('v1'),
    credentials: credentials.optional(),
    keys: engineKeys({ credentials }),
    token_url: serverUrl()
      .optional()
      .describe('Where tokens are fetched. Default: token_uri of the credentials.'),
    metadata_url: serverUrl()
      .default('http://metadata.google.internal')
      .describe('The metadata server that hands out tokens with `from: default`.'),
    prompt_caching: promptCaching,
    ...server,
  })
  .describe('Gemini and Claude on Vertex AI.');

/** Locations that stand for several regions, and have hosts of another form. */
const MULTI_REGIONS = new Set(['us', 'eu']);

/** The vendor's address for a location. */
export function vertexUrl(location: string): string {
  if (location === 'global') return 'https://aiplatform.googleapis.com';
  return MULTI_REGIONS.has(location)
    ? `https://aiplatform.${location}.rep.googleapis.com`
    : `https://${location}-aiplatform.googleapis.com`;
}
