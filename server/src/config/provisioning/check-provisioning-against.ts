import type { Problem } from '../config-error.ts';
import type { DeploymentConfig } from '../deployment/deployment-types.ts';
import { formatPath } from '../format-path.ts';
import type { ProvisionedWorkspace, ProvisioningFile } from './provisioning-types.ts';

type Path = readonly PropertyKey[];

/** What a provisioning file names of the deployment and the deployment lacks: plans and models; and limits above the plan's. */
export function checkProvisioningAgainst(file: ProvisioningFile, deployment: DeploymentConfig): Problem[] {
  const plans = new Map(deployment.plans.map((plan) => [plan.id, plan]));
  const models = new Set(deployment.models.map(({ id }) => id));
  const problems: Problem[] = [];
  const report = (path: Path, message: string): number => problems.push({ path: formatPath(path), message });
  const checkModel = (id: string, path: Path): void => {
    if (!models.has(id)) report(path, `there is no model "${id}"`);
  };
  file.organizations.forEach((organization, index) => {
    const path = ['organizations', index];
    const plan = plans.get(organization.plan);
    if (!plan) report([...path, 'plan'], `there is no plan "${organization.plan}"`);
    organization.models?.forEach((id, at) => checkModel(id, [...path, 'models', at]));
    organization.workspaces.forEach((workspace, at) => {
      const here = [...path, 'workspaces', at];
      workspace.models?.forEach((id, model) => checkModel(id, [...here, 'models', model]));
      workspace.rate_limits?.forEach(({ model }, limit) =>
        checkModel(model, [...here, 'rate_limits', limit, 'model']),
      );
      if (plan) checkRateLimits(workspace, deployment.rate_tiers[plan.tier], here, report);
    });
  });
  return problems;
}

/** A workspace may only go below its organization (RATE-18). */
function checkRateLimits(
  { rate_limits: limits }: ProvisionedWorkspace,
  tier: DeploymentConfig['rate_tiers']['start'],
  path: Path,
  report: (path: Path, message: string) => void,
): void {
  limits?.forEach((limit, at) => {
    for (const name of [
      'requests_per_minute',
      'input_tokens_per_minute',
      'output_tokens_per_minute',
    ] as const) {
      if ((limit[name] ?? 0) > tier[name])
        report(
          [...path, 'rate_limits', at, name],
          `must not be above the ${tier[name]} of the organization's tier`,
        );
    }
  });
}
