import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import type { FilePurpose } from '../files/file.ts';

/** Purposes that uploads of OpenAI's protocol may have, and what they are here (COMPG-05). */
export const OPENAI_UPLOAD_PURPOSES = {
  batch: 'batch',
  vision: 'vision',
  user_data: 'document',
  assistants: 'document',
} as const satisfies Readonly<Record<string, FilePurpose>>;
export type OpenAiUploadPurpose = keyof typeof OPENAI_UPLOAD_PURPOSES;

const LIST_PURPOSES = [
  ...(Object.keys(OPENAI_UPLOAD_PURPOSES) as OpenAiUploadPurpose[]),
  'batch_output',
] as const;

/** What lists of OpenAI's protocol take: newest first, and never more than a page has here. */
export function openAiPageQuery({ page_items: most, page_items_default: usual }: LimitValues) {
  return z.object({
    limit: z
      .string()
      .regex(/^0*[1-9]\d{0,8}$/, 'must be a whole number from 1')
      .transform((text) => Math.min(Number(text), most))
      .default(usual),
    after: z.string().max(100).optional(),
    order: z.literal('desc', { error: 'must be desc' }).optional(),
  });
}

export function openAiFileQuery(limits: LimitValues) {
  return openAiPageQuery(limits).extend({ purpose: z.enum(LIST_PURPOSES).optional() });
}
export type OpenAiFileQuery = z.output<ReturnType<typeof openAiFileQuery>>;
