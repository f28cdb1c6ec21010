import { z } from 'zod';

/** Whole numbers of 64 bits are texts in OTLP. */
const wide = z.union([z.string(), z.int()]);

const DataPoint = z.looseObject({
  attributes: z
    .array(z.looseObject({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) }))
    .optional()
    .describe('`type`, `tool` and `decision` are read. No other is stored.'),
  startTimeUnixNano: wide.optional(),
  timeUnixNano: wide.describe('Says the UTC day. At most a day ago.'),
  asInt: wide.optional(),
  asDouble: z.number().optional(),
});

const Metric = z.looseObject({
  name: z.string(),
  sum: z
    .looseObject({
      aggregationTemporality: z.int().describe('1: delta. 2: cumulative.'),
      dataPoints: z.array(DataPoint),
    })
    .optional(),
});

/** Metrics of a code client, as OTLP writes them in JSON (CODE-02). What is not named here is ignored. */
export const CodeTelemetry = z
  .looseObject({
    resourceMetrics: z
      .array(
        z.looseObject({
          resource: z.looseObject({}).optional().describe('Tells series apart. It is not stored.'),
          scopeMetrics: z.array(z.looseObject({ metrics: z.array(Metric).optional() })).optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'CodeTelemetry' });

/** Empty if all was taken. */
export const CodeTelemetryResult = z
  .object({
    partialSuccess: z
      .object({
        rejectedDataPoints: z.string().describe('A whole number.'),
        errorMessage: z.string(),
      })
      .optional(),
  })
  .meta({ id: 'CodeTelemetryResult' });
export type CodeTelemetryResult = z.infer<typeof CodeTelemetryResult>;
