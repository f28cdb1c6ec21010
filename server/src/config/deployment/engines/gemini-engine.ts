import { z } from 'zod';
import { secretText } from '../../schema-parts.ts';
import { apiVersion, server, serverUrl } from './engine-parts.ts';

/** What makes the server take requests. */
export const geminiCredential = {
  api_key: secretText().describe('Key of the Gemini API, sent as x-goog-api-key.'),
};

export const gemini = z
  .strictObject({
    type: z.literal('gemini').describe('The Gemini API, with a key.'),
    base_url: serverUrl()
      .default('https://generativelanguage.googleapis.com')
      .describe('Address of the API, in place of the vendor’s. /{api_version}/models is appended.'),
    api_version: apiVersion('v1beta'),
    ...geminiCredential,
    ...server,
  })
  .describe('The Gemini API, with a key.');
