import type { DeploymentConfig, Limits } from '#config';
import type { ReplyLimits } from '#reply';

interface SettingsParts {
  readonly deployment: () => DeploymentConfig;
  readonly baseUrl: string;
}

/** Parts of the configuration in force, as the parts that use them name them. */
export function openSettings({ deployment, baseUrl }: SettingsParts) {
  return {
    limits: (): Limits => deployment().limits,
    replyLimits: (): ReplyLimits => replyLimits(deployment()),
    chatEnabled: (): boolean => deployment().chat.enabled,
    upgradeUrl: (): string => deployment().links.upgrade,
    actionUrl: (): string => deployment().links.action,
    /** Of the Console's pages, as browsers name it. */
    consoleOrigin: new URL(baseUrl).origin,
  };
}

function replyLimits({ limits }: DeploymentConfig): ReplyLimits {
  return {
    rounds: limits.server_tool_rounds,
    totalMs: limits.generation_timeout_s * 1000,
    compactionTokens: limits.compaction_max_tokens,
  };
}
