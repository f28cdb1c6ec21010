import type { ErrorRows } from './entry.ts';

/** Refusals of the request itself, whatever the endpoint (inference contract §7.3 and §9, platform contract §7). */
export const REQUEST_ERRORS = {
  invalid_json: {
    status: 400,
    when: 'The body is empty, is not UTF-8, cannot be parsed as JSON, or is nested too deeply.',
    message: 'The body could not be read as JSON. Send one valid JSON document encoded as UTF-8.',
  },
  invalid_request: {
    status: 400,
    when: 'A field has the wrong type or value, the headers are unusable, or the model refused the request as malformed.',
    message: 'The request is malformed. Compare it with the reference of this endpoint and send it again.',
  },
  invalid_parameter: {
    status: 400,
    when: 'A body or query field has the wrong type or is out of range; `param` names it.',
    message: 'A parameter has a value this endpoint does not accept. Correct the field named in param.',
  },
  unknown_parameter: {
    status: 400,
    when: 'The body holds a field the endpoint does not know; `param` names it.',
    message:
      'The body contains a field this endpoint does not know. Remove or rename the field named in param.',
  },
  unsupported_parameter: {
    status: 400,
    when: 'A known field asks for something the model or the service cannot do; `param` names it.',
    message:
      'This model cannot honor the field named in param. Remove the field or choose a model that lists the capability.',
  },
  read_only_field: {
    status: 400,
    when: 'The body sets a field that only the service sets, such as `kind`, `workspace_id` or a secret.',
    message: 'The field named in param cannot be changed. Remove it from the body.',
  },
  beta_required: {
    status: 400,
    when: 'A preview endpoint or field was used without its flag in `svc-beta`.',
    message:
      'This endpoint is a preview feature. Send its flag in the svc-beta header; the reference names it.',
  },
  unknown_beta: {
    status: 400,
    when: '`svc-beta` holds a flag this deployment does not offer.',
    message:
      'The svc-beta header contains a flag that does not exist here. Remove it or correct its spelling.',
  },
  invalid_version: {
    status: 400,
    when: '`svc-version`, or the `version` of the description file, is not a published version date.',
    message:
      'The requested version has not been published. Send a published version date or leave the header out.',
  },
  not_found: {
    status: 404,
    when: 'Nothing exists at the path.',
    message: 'There is nothing at this path. Check the address against the API reference.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists but not for this method; the `Allow` header lists the methods.',
    message: 'This path does not accept the method used. Use one of the methods listed in the Allow header.',
  },
  endpoint_not_supported: {
    status: 405,
    when: 'A POST to a `/v1` path that does not exist. Nothing ran and nothing was billed.',
    message:
      'This endpoint is not offered, so nothing was run or billed. Use an endpoint listed in the API reference.',
  },
  request_timeout: {
    status: 408,
    when: 'The headers or the body arrived too slowly.',
    message: 'The request did not arrive completely in time. Send it again over a stable connection.',
  },
  idempotency_key_reused: {
    status: 409,
    when: 'The same `Idempotency-Key` came with a different body.',
    message: 'This Idempotency-Key was already used with a different body. Use a new key for a new request.',
  },
  resource_conflict: {
    status: 409,
    when: 'The state of the object does not allow the change now, or the same request is still running.',
    message:
      'The current state of the object does not allow this. Read the object again and retry when its state has changed.',
  },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than the endpoint accepts.',
    message: 'The body is too large. Make the request smaller than max_bytes and send it again.',
    extra: ['max_bytes'],
  },
} as const satisfies ErrorRows;
