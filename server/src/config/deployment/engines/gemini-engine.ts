import { z } from 'zod';
import { headerSecret } from '../../schema-parts.ts';
import { apiVersion, engineKeys, server, serverUrl } from './engine-parts.ts';

const apiKey = headerSecret().describe('Key of the Gemini API, sent as x-goog-api-key.');

export const gemini = z
  .strictObject({
    type: z.literal('gemini').describe('The Gemini API, with a key.'),
    base_url: serverUrl()
      .default('https://generativelanguage.googleapis.com')
      .describe('Address of the API, in place of the vendor’s. /{api_version}/models is appended.'),
    api_version: apiVersion('v1beta'),
    api_key: apiKey.optional(),
    keys: engineKeys({ api_key: apiKey }),
    ...server,
  })
  .describe('The Gemini API, with a key.');
