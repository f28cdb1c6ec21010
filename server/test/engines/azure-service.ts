import { oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';

const CAPABILITIES = Object.fromEntries(
  ['tools', 'parallel_tool_calls', 'vision', 'reasoning', 'temperature'].map((name) => [name, true]),
);

/** A service with a chat model and an embedding model in a resource of Azure. */
export function serveAzure(baseUrl: string, credential: object, more: object = {}): Promise<RunningService> {
  const engine = { type: 'azure-openai', base_url: baseUrl, ...credential, ...more };
  const deployment = oneModel(engine) as { models: object[] };
  const routes = [{ engine: 'main', model: 'my-deployment' }];
  const embedding = {
    id: 'Svc Embedding',
    kind: 'embedding',
    routes: [{ engine: 'main', model: 'my embeddings' }],
    pricing: { currency: 'usd', input: 1 },
  };
  return startRunningService({
    deployment: {
      ...deployment,
      models: [
        ...deployment.models.map((model) => ({ ...model, routes, capabilities: CAPABILITIES })),
        embedding,
      ],
      plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000 }],
    },
    provisioning: oneOrganization(),
  });
}
