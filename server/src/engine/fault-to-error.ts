import { ApiError, ERRORS, type ApiErrorOptions, type ErrorName } from '@svc/contract';
import type { EngineFault } from './events.ts';
import type { Refusal, RefusalReason } from './refusal.ts';

/** The caller's error for an engine's status (D-19). Other statuses are mapped by class below. */
const BY_STATUS: ReadonlyMap<number, ErrorName> = new Map([
  // Our credentials, our name for the model or our account are wrong: nothing the caller could change.
  [401, 'server_misconfigured'],
  [402, 'server_misconfigured'],
  [403, 'server_misconfigured'],
  [404, 'server_misconfigured'],
  [405, 'server_misconfigured'],
  [408, 'upstream_timeout'],
  [413, 'payload_too_large'],
  // With it AWS says that the model failed.
  [424, 'upstream_error'],
  [429, 'model_busy'],
  [503, 'temporarily_unavailable'],
  [529, 'temporarily_unavailable'],
]);

/** The caller's error for what an engine said, whatever its status (D-ENG-9 to D-ENG-13). */
const BY_REASON: Readonly<Record<RefusalReason, ErrorName>> = {
  context_length: 'context_length_exceeded',
  output_ceiling: 'context_length_exceeded',
  images: 'invalid_request',
  size: 'payload_too_large',
  parameter: 'unsupported_parameter',
  content_filter: 'invalid_request',
  account: 'server_misconfigured',
  quota: 'model_busy',
  credential: 'server_misconfigured',
  expired: 'server_misconfigured',
  model: 'server_misconfigured',
  throttled: 'model_busy',
  overloaded: 'temporarily_unavailable',
  timeout: 'upstream_timeout',
};

/** Fields whose names callers know, by what engines are sent. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'top_p',
  top_k: 'top_k',
  presence_penalty: 'presence_penalty',
  frequency_penalty: 'frequency_penalty',
  seed: 'seed',
  reasoning_effort: 'reasoning',
};

const MAX_RETRY_AFTER_SECONDS = 60;

function nameByStatus(status: number): ErrorName {
  const listed = BY_STATUS.get(status);
  if (listed) return listed;
  // Redirects and empty successes are invalid engine responses and fail like a 5xx.
  return status >= 400 && status < 500 ? 'invalid_request' : 'upstream_error';
}

function nameByRefusal({ refusal, status = 0 }: EngineFault): ErrorName {
  if (!refusal) return nameByStatus(status);
  // A full account is waited for where the engine says so (D-ENG-9).
  if (refusal.reason === 'account' && status === 429) return 'model_busy';
  if (refusal.reason === 'parameter' && !publicField(refusal)) return nameByStatus(status);
  return BY_REASON[refusal.reason];
}

function nameOf(fault: EngineFault): ErrorName {
  switch (fault.kind) {
    case 'unreachable':
      return 'upstream_unavailable';
    case 'timeout':
      return 'upstream_timeout';
    case 'broken':
      return 'upstream_error';
    case 'busy':
      return 'model_busy';
    case 'status':
      return nameByRefusal(fault);
  }
}

function publicField({ parameters = [] }: Refusal): string | undefined {
  return parameters.map((name) => PUBLIC_NAMES[name]).find((name) => name !== undefined);
}

/** Only the operator can put it right, so that no repeat helps. */
export function isMisconfiguration(fault: EngineFault): boolean {
  return nameOf(fault) === 'server_misconfigured';
}

/** The engine limits requests, and will take some again. */
export function isBusy(fault: EngineFault): boolean {
  return nameOf(fault) === 'model_busy';
}

/** Whole seconds from 1 to 60, or the entry's own default when the engine gave no usable hint (D-17). */
function retryAfter(name: ErrorName, fault: EngineFault): number | undefined {
  const { retryAfterSeconds: hint, refusal } = fault;
  const usual = ERRORS[name].retryAfterSeconds;
  if (usual === undefined) return undefined;
  if (hint !== undefined && Number.isFinite(hint))
    return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(hint)));
  const isSpent = refusal?.reason === 'quota' || refusal?.reason === 'account';
  return isSpent ? MAX_RETRY_AFTER_SECONDS : usual;
}

/** What only this refusal needs said. */
function saying(name: ErrorName, { refusal }: EngineFault): ApiErrorOptions {
  if (!refusal) return {};
  const { reason, prompt } = refusal;
  if (name === 'context_length_exceeded')
    return { param: 'messages', ...(prompt && { vendor: { prompt: atLeast(prompt) } }) };
  if (reason === 'images')
    return {
      param: 'messages',
      message:
        'An image exceeds the maximum size or number that the model takes. Send fewer or smaller images.',
    };
  const field = reason === 'parameter' ? publicField(refusal) : undefined;
  return field === undefined ? {} : { param: field };
}

/** With the reply the prompt does not fit, whatever it has alone. */
function atLeast({ tokens, mostTokens }: NonNullable<Refusal['prompt']>): {
  tokens: number;
  mostTokens: number;
} {
  return { tokens: Math.max(tokens, mostTokens + 1), mostTokens };
}

/**
 * The catalog error for a run that failed before its first byte (D-19). `model_busy` and 503 pass the engine's hint on. The
 * fault is the error's cause, for the log.
 */
export function faultToError(fault: EngineFault): ApiError {
  const name = nameOf(fault);
  const seconds = retryAfter(name, fault);
  return new ApiError(name, {
    cause: fault,
    ...saying(name, fault),
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  });
}
