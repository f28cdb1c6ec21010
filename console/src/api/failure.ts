import { ApiError, ConnectionError } from '@svc/sdk';
import { docsOfError } from '../strings/docs.ts';
import { apiStrings } from '../strings/api.ts';
import { MISSING, refusalSentence } from '../strings/refusals.ts';

/** Whether an answer was a refusal with one of these codes. */
export function hasCode(cause: unknown, ...codes: readonly string[]): boolean {
  return cause instanceof ApiError && codes.includes(cause.code);
}

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 300;

/** A refusal stays one; only what may pass is asked again. */
export function mayPass(failures: number, cause: Error): boolean {
  const isRefusal = cause instanceof ApiError && cause.status < 500;
  return !isRefusal && failures < ATTEMPTS;
}

/** All pauses together are under two seconds: somebody waits. */
export function pauseMs(failures: number): number {
  return FIRST_PAUSE_MS * (failures + 1);
}

/** What a person is told of a failure. */
export function errorSentence(cause: unknown): string {
  if (cause instanceof ApiError) return withPlainName(cause);
  return cause instanceof ConnectionError ? apiStrings.unreachable : apiStrings.unexpected;
}

/** What a person can name when they ask for help. */
export function requestIdOf(cause: unknown): string | undefined {
  return cause instanceof ApiError ? cause.requestId : undefined;
}

/** Where the documentation explains a refusal of the service. */
export function docsOfFailure(cause: unknown): string | undefined {
  return cause instanceof ApiError ? docsOfError(cause.status, cause.type) : undefined;
}

/** Refusals that a field of their form shows. */
const shownBesideField = new WeakSet<object>();

/**
 * The sentence for one field of a form, when the refusal is about it or a part of it: then the form does not say it again. `missing` is
 * said where the field was left empty.
 */
export function fieldError(cause: unknown, param: string, missing?: string): string | undefined {
  if (!(cause instanceof ApiError) || cause.param === null) return undefined;
  const isPart = cause.param.startsWith(param) && /^[.[]/.test(cause.param.slice(param.length));
  if (cause.param !== param && !isPart) return undefined;
  shownBesideField.add(cause);
  const isMissing = !isPart && MISSING.test(restOf(cause.message, param) ?? '');
  return isMissing && missing !== undefined ? missing : inPlainWords(cause.message, cause.param);
}

/** Whether a field shows why. */
export function isBesideField(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && shownBesideField.has(cause);
}

/** Names of the API mean nothing to a person at a form, where the label of the field says what it is about. */
export function inPlainWords(message: string, param: string): string {
  const rest = restOf(message, param);
  if (rest === undefined) return message;
  const sentence = refusalSentence(rest);
  const entry = /^(.*)\[(\d+)\]$/.exec(param);
  if (entry) {
    const line = Number(entry[2]) + 1;
    return sentence === undefined
      ? apiStrings.entry(line, `${rest.replace(` of ${entry[1]}`, '')}.`)
      : apiStrings.entryMust(line, sentence);
  }
  return sentence ?? `${capitalized(rest)}.`;
}

/** Where no field says it: the name of the API as words, and what is wrong. */
function withPlainName({ message, param }: ApiError): string {
  if (param === null || restOf(message, param) === undefined) return message;
  const name =
    param
      .replaceAll(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? param;
  return apiStrings.named(capitalized(name.replaceAll('_', ' ')), inPlainWords(message, param));
}

/** What follows the name of a field in a sentence about it. */
function restOf(message: string, param: string): string | undefined {
  return message.startsWith(`${param} `) ? message.slice(param.length + 1).replace(/\.$/, '') : undefined;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
