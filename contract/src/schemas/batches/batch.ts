import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { money, reference, timestamp } from '../administration/fields.ts';
import { metadata } from '../administration/metadata.ts';
import { pageQuery } from '../administration/page.ts';

export const BATCH_STATUSES = [
  'validating',
  'in_progress',
  'canceling',
  'completed',
  'expired',
  'canceled',
  'failed',
] as const;

/** Endpoints that lines of a batch may name (BATCH-04). */
export const BATCH_ENDPOINTS = ['/v1/chat/completions', '/v1/messages'] as const;

/** How a line of a batch ended (BATCH-09). */
export const BATCH_RESULT_TYPES = ['succeeded', 'errored', 'canceled', 'expired'] as const;

export type BatchStatus = (typeof BATCH_STATUSES)[number];
export type BatchEndpoint = (typeof BATCH_ENDPOINTS)[number];
/** Endpoint of every line of a batch that was created by OpenAI's protocol, and of no other. */
export const OPENAI_BATCH_ENDPOINT = '/compat/openai/v1/chat/completions';
export type LineEndpoint = BatchEndpoint | typeof OPENAI_BATCH_ENDPOINT;
export type BatchResultType = (typeof BATCH_RESULT_TYPES)[number];

/** One problem that validation found in the input (D-BATCH-3). */
const BatchProblem = z.object({
  line: z.int().nullable().describe('Counts from 1. Null: the problem is of the whole file.'),
  code: z.string().describe('A code of the error catalog.'),
  message: z.string(),
  param: z.string().nullable().describe('The field of the line.'),
});
export type BatchProblem = z.infer<typeof BatchProblem>;

/** Platform contract §2.8, §4.8, D-BATCH-2. */
export const Batch = z
  .object({
    id: z.string().describe('Begins with `batch_`.'),
    type: z.literal('batch'),
    status: z.enum(BATCH_STATUSES),
    input_file_id: z.string(),
    output_file_id: z.string().nullable().describe('The results, once the batch has ended.'),
    request_counts: z.object({
      total: z.int(),
      processing: z.int().describe('Requests without a result yet.'),
      succeeded: z.int(),
      errored: z.int(),
      canceled: z.int(),
      expired: z.int(),
    }),
    errors: z.array(BatchProblem).describe('Why the status is `failed`.'),
    metadata: z.record(z.string(), z.string()),
    usage: z.object({
      input_tokens: z.int(),
      cached_input_tokens: z.int(),
      output_tokens: z.int(),
    }),
    workspace_id: z.string(),
    created_by: z.string().describe('Id of the key, or of the person in the Console.'),
    created_at: timestamp,
    in_progress_at: timestamp.nullable(),
    cancel_requested_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    expires_at: timestamp.describe('What is unfinished then expires.'),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof Batch>;

/** D-BATCH-1. */
export function batchCreation(limits: LimitValues) {
  return z.strictObject({
    input_file_id: reference.describe('A file with the purpose `batch` that is ready.'),
    endpoint: z.enum(BATCH_ENDPOINTS).optional().describe('When given, every line must name it.'),
    completion_window: z.literal('24h').optional(),
    metadata: metadata(limits).nullish(),
    output_expires_after_days: z
      .int()
      .min(1)
      .max(limits.file_expiry_days)
      .optional()
      .describe(
        `Days until the results are deleted, 1 to ${limits.file_expiry_days}; ${limits.file_expiry_default_days} when left out, always 1 in organizations with zero data retention.`,
      ),
  });
}
export type BatchCreation = z.output<ReturnType<typeof batchCreation>>;

export function batchQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    status: z.enum(BATCH_STATUSES).optional(),
    after: z.string().min(1).max(100).optional().describe('The same as after_id, as OpenAI clients send it.'),
  });
}
export type BatchQuery = z.output<ReturnType<typeof batchQuery>>;

/** One line of the results (platform contract §2.8). */
export const BatchResult = z
  .object({
    custom_id: z.string(),
    result: z.object({
      type: z.enum(BATCH_RESULT_TYPES),
      status_code: z.int().nullable().describe('Null for `canceled` and `expired`.'),
      body: z.record(z.string(), z.unknown()).nullable().describe('What the endpoint answered.'),
    }),
  })
  .meta({ id: 'BatchResult' });
export type BatchResult = z.infer<typeof BatchResult>;

/** How a batch gets on, for the Console. */
export const BatchProgress = z
  .object({
    type: z.literal('batch_progress'),
    batch_id: z.string(),
    cost_usd: money.describe('What credits paid so far.'),
    direct_cost_usd: money.describe(
      'What the same calls would have cost outside of a batch, whether the plan or credits paid.',
    ),
    plan_tokens: z.int().describe('What was taken of the allowance of the plan.'),
    results_per_minute: z.int().nullable().describe('Null once the batch has ended.'),
    estimated_end_at: timestamp.nullable(),
    waits_until: timestamp.nullable().describe('Nothing runs before, because the plan has no room.'),
    errored_lines: z
      .array(
        z.object({
          line: z.int(),
          custom_id: z.string(),
          status_code: z.int().nullable(),
          code: z.string().nullable(),
        }),
      )
      .describe('The first of the lines that failed.'),
  })
  .meta({ id: 'BatchProgress' });
export type BatchProgress = z.infer<typeof BatchProgress>;
