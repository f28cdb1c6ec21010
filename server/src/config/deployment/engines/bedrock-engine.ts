import { z } from 'zod';
import type { Parsed } from '../../parsed.ts';
import { headerSecret } from '../../schema-parts.ts';
import { awsCredentials } from './aws-credentials-schema.ts';
import { engineKeys, promptCaching, server, serverUrl } from './engine-parts.ts';

export const DEFAULT_METADATA_URL = 'http://169.254.169.254';

/** The fields by which an engine or one of its keys has its credential. */
const bedrockCredential = {
  api_key: headerSecret().optional().describe('Amazon Bedrock API key, sent as a bearer token.'),
  credentials: awsCredentials.optional(),
};

const address = (what: string) => serverUrl().optional().describe(what);

export const bedrock = z
  .strictObject({
    type: z.literal('bedrock').describe('Models on Amazon Bedrock.'),
    region: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d{1,2}$/, 'must be a region such as eu-central-1')
      .describe('Region that answers, such as eu-central-1.'),
    ...bedrockCredential,
    keys: engineKeys(bedrockCredential),
    anthropic_api: z
      .enum(['auto', 'converse', 'invoke'])
      .default('auto')
      .describe(
        'How models of Anthropic are called. auto: by InvokeModel where Converse loses something (reasoning, citations, images in tool results), else by Converse.',
      ),
    prompt_caching: promptCaching,
    base_url: address(
      'Address in place of https://bedrock-runtime.{region}.amazonaws.com. Private addresses are fine.',
    ),
    control_url: address('Address in place of https://bedrock.{region}.amazonaws.com, which lists models.'),
    sts_url: address(
      'Address in place of https://sts.{region}.amazonaws.com, which hands out keys of a role.',
    ),
    metadata_url: serverUrl()
      .default(DEFAULT_METADATA_URL)
      .describe('Address of the service that hands out the keys of an instance.'),
    ...server,
  })
  .describe('Models on Amazon Bedrock.');

export type BedrockDocument = Parsed<typeof bedrock>;
/** What an engine, or one of its keys, says of its credential. */
export type BedrockCredential = Pick<BedrockDocument, keyof typeof bedrockCredential>;

/** The addresses of its region, where it has no others. */
export function bedrockUrls({ region, ...engine }: Omit<BedrockDocument, keyof BedrockCredential | 'keys'>) {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const addressOf = (service: string): string => `https://${service}.${region}.${domain}`;
  return {
    base_url: engine.base_url ?? addressOf('bedrock-runtime'),
    control_url: engine.control_url ?? addressOf('bedrock'),
    sts_url: engine.sts_url ?? addressOf('sts'),
  };
}
