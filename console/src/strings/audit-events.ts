import type { AuditEventName } from '@svc/contract';

/** What the log calls each event, by what it is about. */
export const auditEventGroups = {
  keys: {
    name: 'API keys',
    events: {
      'api_key.created': 'API key created',
      'api_key.updated': 'API key changed',
      'api_key.revoked': 'API key revoked',
      'api_key.ip_denied': 'API key refused by address',
    },
  },
  admin: {
    name: 'Admin API',
    events: {
      'admin_key.created': 'Admin key created',
      'admin_key.updated': 'Admin key changed',
      'admin_key.revoked': 'Admin key revoked',
      'admin_api.request': 'Admin API request',
    },
  },
  people: {
    name: 'People',
    events: {
      'member.invited': 'Member invited',
      'member.joined': 'Member joined',
      'member.change_role': 'Role changed',
      'member.removed': 'Member removed',
      'invite.deleted': 'Invite revoked',
      'group.created': 'Group created',
      'group.updated': 'Group changed',
      'group.deleted': 'Group deleted',
      'owner.set_up': 'Owner set up',
      'owner.reset': 'Owner reset',
    },
  },
  workspaces: {
    name: 'Workspaces',
    events: {
      'workspace.created': 'Workspace created',
      'workspace.updated': 'Workspace changed',
      'workspace.archived': 'Workspace archived',
      'workspace.unarchived': 'Workspace restored',
      'workspace_member.added': 'Workspace member added',
      'workspace_member.updated': 'Workspace role changed',
      'workspace_member.removed': 'Workspace member removed',
    },
  },
  organization: {
    name: 'Organization and billing',
    events: {
      'organization.updated': 'Organization changed',
      'rate_limits.updated': 'Rate limits changed',
      'spend_limit.updated': 'Spend limit changed',
      'payment.recorded': 'Payment recorded',
      'credits.granted': 'Credits granted',
    },
  },
  signIn: {
    name: 'Sign-in',
    events: {
      'session.signed_in': 'Signed in',
      'session.failed': 'Sign-in failed',
      'session.revoked': 'Session revoked',
      'account.claimed': 'Account claimed',
      'account.reset': 'Account reset',
      'email.changed': 'Email changed',
      'password.changed': 'Password changed',
      'password.reset': 'Password reset',
      'passkey.added': 'Passkey added',
      'passkey.removed': 'Passkey removed',
      'authenticator.added': 'Authenticator app added',
      'authenticator.removed': 'Authenticator app removed',
      'recovery_codes.renewed': 'Recovery codes renewed',
      'recovery_code.used': 'Recovery code used',
    },
  },
  resources: {
    name: 'Files, webhooks and more',
    events: {
      'file.created': 'File uploaded',
      'file.deleted': 'File deleted',
      'batch.created': 'Batch created',
      'batch.canceled': 'Batch canceled',
      'webhook.created': 'Webhook created',
      'webhook.updated': 'Webhook changed',
      'webhook.deleted': 'Webhook deleted',
      'webhook.secret_rotated': 'Webhook secret rotated',
      'webhook.disabled': 'Webhook disabled',
      'inference_hook.updated': 'Inference hook changed',
      'inference_hook.deleted': 'Inference hook deleted',
      'inference_hook.secret_rotated': 'Inference hook secret rotated',
      'inference_hook.denied': 'Refused by the inference hook',
      'tunnel.created': 'Tunnel created',
      'tunnel.updated': 'Tunnel changed',
      'tunnel.deleted': 'Tunnel deleted',
      'tunnel.token_rotated': 'Tunnel token rotated',
      'certificate.issued': 'Certificate issued',
      'certificate.revoked': 'Certificate revoked',
      'prompt_template.version_created': 'Prompt template changed',
      'prompt_template.label_moved': 'Prompt label moved',
      'plugin.created': 'Plugin added',
      'plugin.updated': 'Plugin changed',
      'plugin.installed': 'Plugin installed',
      'plugin.uninstalled': 'Plugin uninstalled',
    },
  },
} as const;

export type AuditEventGroup = keyof typeof auditEventGroups;

const { keys, admin, people, workspaces, organization, signIn, resources } = auditEventGroups;

/** Of every event the service writes: a new one does not compile without a name. */
const EVENT_NAMES: Readonly<Record<AuditEventName, string>> = {
  ...keys.events,
  ...admin.events,
  ...people.events,
  ...workspaces.events,
  ...organization.events,
  ...signIn.events,
  ...resources.events,
};

/** What an event is called; one of a newer version by its own name. */
export function auditEventName(event: string): string {
  return (EVENT_NAMES as Readonly<Record<string, string>>)[event] ?? event;
}

export function isAuditEventGroup(value: string): value is AuditEventGroup {
  return Object.hasOwn(auditEventGroups, value);
}
