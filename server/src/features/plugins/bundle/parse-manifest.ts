import { parse as parseVersion } from 'semver';
import { issueWords, pluginManifest, type LimitValues, type PluginManifest } from '@svc/contract';
import { invalidPlugin } from './invalid-plugin.ts';

export const MANIFEST_NAME = 'plugin.json';
export const MAX_MANIFEST_BYTES = 65_536;

/** Throws 400 `invalid_plugin`. */
export function parseManifest(
  bytes: Buffer,
  limits: Pick<LimitValues, 'plugin_name_characters'>,
): PluginManifest {
  const parsed = pluginManifest(limits as LimitValues).safeParse(readJson(bytes), {
    reportInput: true,
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') ?? '';
    const subject = path === '' ? MANIFEST_NAME : `${path} in ${MANIFEST_NAME}`;
    throw invalidPlugin(`${subject} ${issue ? issueWords(issue) : 'is not accepted'}.`);
  }
  if (!isSemanticVersion(parsed.data.version))
    throw invalidPlugin(`version in ${MANIFEST_NAME} must be a semantic version such as 1.2.0.`);
  return parsed.data;
}

/** As the standard has it: npm's parser takes a leading v as well. */
export function isSemanticVersion(text: string): boolean {
  return /^\d/.test(text) && parseVersion(text) !== null;
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw invalidPlugin(`${MANIFEST_NAME} is not valid JSON.`);
  }
}
