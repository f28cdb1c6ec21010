import { z } from 'zod';
import { httpUrl, requestHeaders } from '../schema-parts.ts';

const otlp = z
  .strictObject({
    endpoint: httpUrl().describe(
      'Address of a collector that takes OTLP over HTTP, such as http://localhost:4318. /v1/traces is appended, unless it is there.',
    ),
    headers: requestHeaders(),
    sample_ratio: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('Share of the model calls that are traced, from 0 to 1.'),
  })
  .describe('Traces of model calls, sent to an OpenTelemetry collector. A reload is enough. Default: none.');

/** What operators get of the service besides metrics and logs. */
export const telemetrySchema = z.strictObject({ otlp: otlp.optional() }).prefault({}).describe('Telemetry.');
