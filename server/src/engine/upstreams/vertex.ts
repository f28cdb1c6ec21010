import type { VertexEngineConfig } from '#config';
import { Secret } from '#kit';
import type { Engine, FormatSupport } from '../events.ts';
import { createAnthropicEngine } from './anthropic.ts';
import { createContentEngine } from './gemini.ts';
import { createGoogleCredential, quotaProjectOf } from './http/credentials/google/google-credential.ts';
import type { HttpEngineOptions } from './http/http-upstream.ts';

/** The protocol's version in bodies (D-ENG-6). */
const ANTHROPIC_VERSION = 'vertex-2023-10-16';
const NO_FORMAT: FormatSupport = { instructed: false, kept: false };
const OF_ANTHROPIC = /^claude-/;

export interface VertexEngineOptions extends HttpEngineOptions {
  /** Of the engine in the configuration. */
  readonly name: string;
  readonly config: VertexEngineConfig;
}

/** Models of two vendors behind one address, each in the protocol of its vendor. */
export function createVertexEngine({ config, ...given }: VertexEngineOptions): Engine {
  const options = { ...given, ...vertexAccess(config, given) };
  const ofPublisher = (publisher: string, model: string): string =>
    `/${config.api_version}/projects/${config.project}/locations/${config.location}/publishers/${publisher}/models/${toPathSegment(model)}`;
  const content = createContentEngine({ ...options, pathOf: (model) => ofPublisher('google', model) });
  const anthropic = createAnthropicEngine({
    ...options,
    promptCaching: config.prompt_caching,
    hosting: {
      wireVersion: ANTHROPIC_VERSION,
      pathOf: (model, isStream) =>
        `${ofPublisher('anthropic', model)}:${isStream ? 'streamRawPredict' : 'rawPredict'}`,
    },
  });
  const engineOf = (model: string): Engine => (OF_ANTHROPIC.test(model) ? anthropic : content);
  return {
    formatSupport: (format, use) => engineOf(use.model).formatSupport?.(format, use) ?? NO_FORMAT,
    start: (request, model, sink) => engineOf(model).start(request, model, sink),
    reloaded: () => {
      content.reloaded?.();
      anthropic.reloaded?.();
    },
    close: async () => {
      await Promise.all([content.close(), anthropic.close()]);
    },
  };
}

/** One token for all calls. */
export function vertexAccess(
  config: VertexEngineConfig,
  { headers, clock }: Pick<HttpEngineOptions, 'headers' | 'clock'>,
): Pick<HttpEngineOptions, 'credential' | 'headers'> {
  const { token_url: tokenUrl, metadata_url: metadataUrl } = config;
  // An engine that has none has keys, and is created once for each of these.
  const credentials = config.credentials!;
  const quotaProject = quotaProjectOf(credentials);
  return {
    credential: createGoogleCredential({ credentials, tokenUrl, metadataUrl, clock }),
    headers: {
      ...(quotaProject === undefined ? {} : { 'x-goog-user-project': new Secret(quotaProject) }),
      ...headers,
    },
  };
}

/** A version of a model follows an `@`, which the vendor's clients write as it is. */
function toPathSegment(model: string): string {
  return encodeURIComponent(model).replaceAll('%40', '@');
}
