import { CodeTelemetry, CodeTelemetryResult } from '../schemas/code-telemetry.ts';
import { COMMON_ERRORS, CREDENTIAL_ERRORS } from './operation-errors.ts';
import type { Operation } from './operation.ts';

/** What code clients report (CODE). */
export const REPORT_CODE_TELEMETRY = {
  id: 'reportCodeTelemetry',
  method: 'POST',
  path: '/v1/code/telemetry',
  errorStyle: 'standard',
  browserAccess: 'any_site',
  credential: 'inference',
  status: 'preview',
  tag: 'Tools',
  summary: 'Report numbers of a code client',
  request: CodeTelemetry,
  response: CodeTelemetryResult,
  bodyLimit: 'code_telemetry_body_bytes',
  errors: [
    ...CREDENTIAL_ERRORS,
    ...COMMON_ERRORS,
    'inactive_api_key',
    'inference_not_allowed',
    'feature_unavailable',
    'invalid_version',
    'payload_too_large',
    'invalid_json',
    'invalid_parameter',
  ],
} as const satisfies Operation;
