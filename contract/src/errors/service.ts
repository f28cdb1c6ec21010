import { HEADERS } from '../names.ts';
import type { ErrorRows } from './entry.ts';

/** Failures on the side of the service (inference contract §7.3). The cause goes to the log only. */
export const SERVICE_ERRORS = {
  internal_error: {
    status: 500,
    when: 'An unexpected failure.',
    message:
      'Something went wrong on our side. Retry with back-off and quote the request id if it happens again.',
  },
  server_misconfigured: {
    status: 500,
    when: 'The deployment lacks a setting or holds a wrong one.',
    message: 'The service is not set up correctly. Report the request id to the operator of this service.',
    // Clients repeat a 500, which helps only after the operator has changed something.
    headers: { [HEADERS.shouldRetry]: 'false' },
  },
  upstream_error: {
    status: 502,
    when: 'The model service failed.',
    message: 'The model failed to answer. Send the request again with back-off.',
  },
  upstream_unavailable: {
    status: 502,
    when: 'The model service cannot be reached.',
    message: 'The model cannot be reached at the moment. Send the request again with back-off.',
  },
  stream_error: {
    status: 502,
    when: 'The reply was interrupted after its stream had started; sent only inside the stream.',
    message: 'The reply was interrupted and the text so far may be incomplete. Send the whole request again.',
  },
  upstream_timeout: {
    status: 504,
    when: 'The model took too long.',
    message: 'The model took too long to answer. Send the request again, or ask for a shorter reply.',
  },
  authorization_unavailable: {
    status: 503,
    when: 'Credentials cannot be checked at the moment.',
    message:
      'Your credential cannot be checked at the moment. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
  plan_check_unavailable: {
    status: 503,
    when: 'The plan of the organization cannot be read at the moment.',
    message:
      'Your plan cannot be checked at the moment. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
  usage_check_unavailable: {
    status: 503,
    when: 'Usage cannot be checked at the moment; `limit` is `unavailable` and `resets_at` null. Nothing was charged.',
    message:
      'Your usage cannot be checked at the moment. Wait the seconds given in Retry-After and send the request again.',
    extra: ['limit', 'resets_at'],
    retryAfterSeconds: 5,
  },
  models_unavailable: {
    status: 503,
    when: 'The model catalog cannot be read at the moment.',
    message:
      'The models cannot be listed at the moment. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
  model_retention_unverifiable: {
    status: 503,
    when: 'The retention mode of the model cannot be confirmed at the moment.',
    message:
      'The data retention of this model cannot be confirmed now. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
  policy_unavailable: {
    status: 503,
    when: 'The inference hook of the organization gave no verdict, and is set to refuse then. Nothing was charged.',
    message:
      'The policy of your organization cannot be checked at the moment. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
  // The same code as the 429 of a full share; as 503 the manager itself gave no answer (D-78).
  capacity_unreachable: {
    status: 503,
    code: 'capacity_busy',
    when: 'The service could not determine free capacity in time. Nothing was charged.',
    message:
      'Capacity cannot be checked at the moment. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
  temporarily_unavailable: {
    status: 503,
    when: 'A dependency is briefly unavailable, or every model service is full.',
    message:
      'The service cannot take this request right now. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
  service_unavailable: {
    status: 503,
    when: 'The service is starting or stopping.',
    message:
      'The service is starting or stopping. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
  overloaded: {
    status: 503,
    when: 'Messages: every model service is full.',
    message: 'The service is overloaded. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
} as const satisfies ErrorRows;
