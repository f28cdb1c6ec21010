import { isOwnSignature } from './google-replies.ts';

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: object };
  readonly functionResponse?: {
    readonly id?: string;
    readonly name: string;
    readonly response: object;
    readonly parts?: readonly object[];
  };
}

/** A request of `generateContent`. */
export interface GoogleBody {
  readonly contents: readonly { readonly role: string; readonly parts: readonly Part[] }[];
  readonly systemInstruction?: { readonly parts: readonly Part[] };
  readonly tools?: readonly { readonly functionDeclarations: readonly { readonly name: string }[] }[];
  readonly toolConfig?: object;
  readonly generationConfig?: Readonly<Record<string, unknown>>;
}

/** An error as the vendor writes it. */
export class Refused extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, message: string, details: readonly object[]) {
    super(message);
    this.status = status;
    this.body = {
      error: { code: status, message: `${message} VendorMarker`, status: STATUS_NAMES[status], details },
    };
  }
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
};

export function refuse(status: number, message: string, details: readonly object[] = []): never {
  throw new Refused(status, message, details);
}

const FIELDS = ['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig', 'safetySettings'];
const SETTINGS = [
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'stopSequences',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'responseMimeType',
  'responseJsonSchema',
  'thinkingConfig',
];
const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;

/** Refuses what the vendor does. */
export function checkContents(body: GoogleBody, model: string): void {
  const { contents, tools = [], generationConfig = {} } = body;
  checkNames(body, FIELDS, '');
  checkNames(generationConfig, SETTINGS, 'generation_config.');
  if (contents.length === 0) refuse(400, 'contents is not specified');
  for (const { name } of tools.flatMap(({ functionDeclarations: all }) => all))
    if (!NAME.test(name)) refuse(400, 'Invalid function name.');
  for (const { parts } of contents)
    if (parts.length === 0) refuse(400, 'must include at least one parts field');
  const isThird = model.startsWith('gemini-3');
  const { thinkingLevel, thinkingBudget } = (generationConfig['thinkingConfig'] ?? {}) as Record<
    string,
    unknown
  >;
  if (thinkingLevel !== undefined && (!isThird || thinkingBudget !== undefined))
    refuse(400, 'Thinking level is not supported for this model.');
  if (tools.length > 0 && generationConfig['responseMimeType'] !== undefined && !isThird)
    refuse(400, "Function calling with a response mime type: 'application/json' is unsupported");
  checkCalls(contents, isThird);
}

function checkNames(fields: object, known: readonly string[], prefix: string): void {
  for (const name of Object.keys(fields))
    if (!known.includes(name))
      refuse(400, `Invalid JSON payload received. Unknown name "${name}" at '${prefix}': Cannot find field.`);
}

/** Each call has its result in the next content; the first call of each carries its signature. */
function checkCalls(contents: GoogleBody['contents'], isThird: boolean): void {
  if (contents[0]!.role !== 'user')
    refuse(400, 'Please ensure that single turn requests end with a user role.');
  for (const [i, { role, parts }] of contents.entries()) {
    const results = parts.filter(({ functionResponse }) => functionResponse);
    const before = i > 0 ? contents[i - 1]!.parts.filter(({ functionCall }) => functionCall) : [];
    if (role === 'user' && results.length !== before.length)
      refuse(
        400,
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      );
    const names = (some: readonly Part[]): unknown[] =>
      some.map((part) => [
        (part.functionCall ?? part.functionResponse)?.id,
        (part.functionCall ?? part.functionResponse)?.name,
      ]);
    if (JSON.stringify(names(results)) !== JSON.stringify(names(before)) && role === 'user')
      refuse(400, 'The double wants results in the order of the calls.');
    const first = parts.find(({ functionCall }) => functionCall);
    if (first && isThird && !isSigned(first))
      refuse(400, 'Function call is missing a thought_signature in functionCall parts.');
  }
}

function isSigned({ functionCall: call, thoughtSignature: signature }: Part): boolean {
  return signature === 'skip_thought_signature_validator' || isOwnSignature(call!, signature);
}
