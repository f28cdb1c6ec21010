/** A response with an error, as Azure documents it. */
export interface AzureError {
  readonly status: number;
  readonly error: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ACCESS_DENIED: AzureError = {
  status: 401,
  error: {
    code: '401',
    message:
      'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your VendorMarker resource.',
  },
};

export const FORBIDDEN: AzureError = {
  status: 403,
  error: { code: '403', message: 'VendorMarker: access denied due to Virtual Network/Firewall rules.' },
};

export const NOT_FOUND: AzureError = {
  status: 404,
  error: { code: '404', message: 'VendorMarker: Resource not found' },
};

export const DEPLOYMENT_NOT_FOUND: AzureError = {
  status: 404,
  error: {
    code: 'DeploymentNotFound',
    message:
      'The API deployment for this VendorMarker resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
  },
};

export const PROMPT_FILTERED: AzureError = {
  status: 400,
  error: {
    message:
      "The response was filtered due to the prompt triggering VendorMarker OpenAI's content management policy. Please modify your prompt and retry.",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
    innererror: {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_result: {
        hate: { filtered: false, severity: 'safe' },
        jailbreak: { filtered: true, detected: true },
        violence: { filtered: true, severity: 'high' },
      },
    },
  },
};

export const TOO_LONG: AzureError = {
  status: 400,
  error: {
    message:
      "This VendorMarker model's maximum context length is 128000 tokens. However, your messages resulted in 130013 tokens. Please reduce the length of the messages.",
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  },
};

export function throttled(headers: Readonly<Record<string, string>>): AzureError {
  return {
    status: 429,
    headers,
    error: {
      code: '429',
      message:
        'Requests to the ChatCompletions_Create Operation under VendorMarker OpenAI API have exceeded token rate limit of your current pricing tier. Please retry after 17 seconds.',
    },
  };
}

export const QUOTA_SPENT: AzureError = {
  status: 429,
  error: { code: 'insufficient_quota', message: 'VendorMarker: you exceeded your current quota.' },
};

export function failing(status: number): AzureError {
  return { status, error: { code: String(status), message: 'VendorMarker: the server had an error.' } };
}

export function badRequest(message: string, param: string | null = null): AzureError {
  return { status: 400, error: { message, type: 'invalid_request_error', param, code: null } };
}
