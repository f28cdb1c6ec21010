import { z } from 'zod';
import { httpUrl, secretText } from '../schema-parts.ts';

const local = z
  .strictObject({
    type: z.literal('local').describe('A folder.'),
    path: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The folder. Default: `files` in the data directory. A relative path starts at the folder of this file.',
      ),
    shared: z
      .boolean()
      .default(false)
      .describe(
        'True says that the folder is the same one for all nodes: a network file system, or workers of one machine. Required with REDIS_URL, which several nodes have.',
      ),
  })
  .describe('A folder of this machine, or one that all nodes share.');

const s3 = z
  .strictObject({
    type: z.literal('s3').describe('A bucket of a service that speaks the S3 protocol.'),
    bucket: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'must have 3 to 63 lower-case letters, digits, "." or "-", and start and end with a letter or digit',
      )
      .describe('Name of the bucket. It must exist and should be of this deployment alone.'),
    region: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'must be a name such as us-east-1')
      .default('us-east-1')
      .describe('Region of the bucket.'),
    endpoint: httpUrl()
      .optional()
      .describe('Address of the service. Default: that of AWS for the region. Private addresses are fine.'),
    access_key: secretText().describe('Id of the access key, usually `${NAME}`.'),
    secret_key: secretText().describe('The secret of that key, usually `${NAME}`.'),
    path_style: z
      .boolean()
      .default(false)
      .describe(
        'True puts the bucket into the path and not into the host name, as MinIO and most local services want it.',
      ),
  })
  .describe('A bucket.');

export const storageSchema = z
  .discriminatedUnion('type', [local, s3])
  .prefault({ type: 'local' })
  .describe('Where the bytes of uploaded files are kept, sealed with the data key. Read at start.');
