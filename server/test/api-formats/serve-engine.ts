import { oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';

/** A service with one model on the given engine, with all capabilities that the formats need. */
export function serveEngine(
  engine: unknown,
  model: Readonly<Record<string, unknown>> = {},
): Promise<RunningService> {
  const deployment = oneModel(engine) as { models: object[] };
  const able = ['tools', 'parallel_tool_calls', 'vision', 'reasoning', 'temperature'];
  const capabilities = Object.fromEntries(able.map((name) => [name, true]));
  const models = deployment.models.map((known) => ({ ...known, capabilities, ...model }));
  return startRunningService({ deployment: { ...deployment, models }, provisioning: oneOrganization() });
}
