import { z } from 'zod';
import { type ErrorType, TYPE_BY_STATUS } from '../errors/status.ts';

const types = [...new Set(Object.values(TYPE_BY_STATUS))] as [ErrorType, ...ErrorType[]];

/** The error envelope of every endpoint (inference contract §7.1). Codes may add fields of their own. */
export const ErrorEnvelope = z
  .object({
    error: z.looseObject({
      type: z.enum(types).describe('The category; follows from the status.'),
      code: z
        .string()
        .regex(/^[a-z]+(_[a-z]+)*$/)
        .describe('Stable. Handle a code you do not know by its type.'),
      message: z.string().min(1).describe('A sentence for people. Its wording may change.'),
      param: z.string().nullable().describe('The offending field, or null.'),
      request_id: z
        .string()
        .regex(/^req_[A-Za-z0-9]+$/)
        .describe('The same as the x-request-id header.'),
      retry_after: z
        .int()
        .min(1)
        .optional()
        .describe('On 429 and 503: seconds to wait, as in the Retry-After header.'),
    }),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Error' });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
