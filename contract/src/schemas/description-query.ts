import { z } from 'zod';
import { BETAS } from '../betas.ts';
import { PUBLISHED_VERSIONS } from '../versions.ts';

/** Which form of the description is asked for (D-OAS-1). A text that is no published version or flag has a code of its own. */
export const DescriptionQuery = z.object({
  version: z
    .enum(PUBLISHED_VERSIONS)
    .optional()
    .describe('A version date. The whole description of that version.'),
  beta: z
    .string()
    .optional()
    .describe(`Flags separated by commas, whose operations are described too: ${BETAS.join(', ')}.`),
  openapi: z
    .enum(['3.0', '3.1'])
    .optional()
    .describe('The form of OpenAPI. 3.0 when it is left out. 3.1 gives the whole description, too.'),
});
