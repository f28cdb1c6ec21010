/** What existing clients are set to, over this deployment. Each reads its key from SVC_KEY. docs/clients/ has a page for each. */
export function claudeCodeLines(origin: string, model: string): string {
  return [
    `export ANTHROPIC_BASE_URL=${origin}/compat/anthropic`,
    `export ANTHROPIC_AUTH_TOKEN=$SVC_KEY`,
    `export ANTHROPIC_MODEL=${quoted(model)} ANTHROPIC_DEFAULT_HAIKU_MODEL=${quoted(model)}`,
  ].join('\n');
}

/** Its `~/.codex/config.toml`. */
export function codexLines(origin: string, model: string): string {
  return [
    `model = ${JSON.stringify(model)}`,
    `model_provider = "svc"`,
    '',
    '[model_providers.svc]',
    `name = "Svc"`,
    `base_url = "${origin}/compat/openai/v1"`,
    `env_key = "SVC_KEY"`,
    `wire_api = "responses"`,
  ].join('\n');
}

export function openaiSdkLines(origin: string, model: string): string {
  return libraryLines('OpenAI', `${origin}/compat/openai/v1`, model);
}

export function anthropicSdkLines(origin: string, model: string): string {
  return libraryLines('Anthropic', `${origin}/compat/anthropic`, model);
}

function libraryLines(constructor: string, baseUrl: string, model: string): string {
  return [
    `const client = new ${constructor}({ baseURL: '${baseUrl}', apiKey: process.env.SVC_KEY });`,
    `const model = ${JSON.stringify(model)};`,
  ].join('\n');
}

/** As one word of a shell. */
function quoted(model: string): string {
  return `'${model.replaceAll("'", String.raw`'\''`)}'`;
}
