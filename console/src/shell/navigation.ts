import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@svc/contract';
import {
  Boxes,
  Cable,
  ChartColumn,
  Cpu,
  FileSearch,
  FileText,
  Files,
  Gauge,
  KeyRound,
  Layers,
  Mails,
  MessageSquare,
  Puzzle,
  ScrollText,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Users,
  Wallet,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { adminKeyStrings } from '../strings/admin-keys.ts';
import { auditStrings } from '../strings/audit.ts';
import { billingStrings } from '../strings/billing.ts';
import { batchStrings } from '../strings/batches.ts';
import { fileStrings } from '../strings/files.ts';
import { keyStrings } from '../strings/keys.ts';
import { limitStrings } from '../strings/limits.ts';
import { memberStrings } from '../strings/members.ts';
import { modelStrings } from '../strings/models.ts';
import { outboxStrings } from '../strings/outbox.ts';
import { overviewStrings } from '../strings/overview.ts';
import { playgroundStrings } from '../strings/playground.ts';
import { pluginStrings } from '../strings/plugins.ts';
import { requestStrings } from '../strings/requests.ts';
import { settingStrings } from '../strings/settings.ts';
import { shellStrings } from '../strings/shell.ts';
import { templateStrings } from '../strings/templates.ts';
import { tunnelStrings } from '../strings/tunnels.ts';
import { usageStrings } from '../strings/usage.ts';
import { webhookStrings } from '../strings/webhooks.ts';
import { workspaceStrings } from '../strings/workspaces.ts';

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Who lacks it does not see the entry. Absent: everybody sees it. */
  readonly permission?: Permission;
}

export interface NavigationGroup {
  /** Absent: the group needs no name. */
  readonly label?: string;
  readonly entries: readonly NavigationEntry[];
}

/** Every page that has a place in the navigation, in its order. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    entries: [{ to: '/', label: overviewStrings.title, icon: Gauge }],
  },
  {
    label: shellStrings.groups.build,
    entries: [
      {
        to: '/playground',
        label: playgroundStrings.title,
        icon: MessageSquare,
        permission: 'playground.use',
      },
      { to: '/models', label: modelStrings.title, icon: Cpu, permission: 'playground.use' },
      { to: '/keys', label: keyStrings.title, icon: KeyRound, permission: 'api_keys.read' },
      { to: '/files', label: fileStrings.title, icon: Files, permission: 'files.manage' },
      { to: '/batches', label: batchStrings.title, icon: Layers, permission: 'batches.manage' },
      { to: '/webhooks', label: webhookStrings.title, icon: Webhook, permission: 'webhooks.manage' },
      { to: '/tunnels', label: tunnelStrings.title, icon: Cable, permission: 'tunnels.manage' },
      { to: '/templates', label: templateStrings.title, icon: FileText, permission: 'prompts.manage' },
      { to: '/plugins', label: pluginStrings.title, icon: Puzzle },
    ],
  },
  {
    label: shellStrings.groups.money,
    entries: [
      { to: '/usage', label: usageStrings.title, icon: ChartColumn, permission: 'usage.read' },
      { to: '/billing', label: billingStrings.title, icon: Wallet, permission: 'billing.read' },
      {
        to: '/limits',
        label: limitStrings.title,
        icon: SlidersHorizontal,
        permission: 'workspace_limits.read',
      },
      { to: '/requests', label: requestStrings.title, icon: FileSearch, permission: 'usage.read' },
    ],
  },
  {
    label: shellStrings.groups.organization,
    entries: [
      { to: '/members', label: memberStrings.title, icon: Users, permission: 'members.manage' },
      { to: '/workspaces', label: workspaceStrings.title, icon: Boxes, permission: 'workspaces.run' },
      { to: '/admin-keys', label: adminKeyStrings.title, icon: ShieldCheck, permission: 'admin_keys.manage' },
      { to: '/audit', label: auditStrings.title, icon: ScrollText, permission: 'audit.read' },
      { to: '/outbox', label: outboxStrings.title, icon: Mails, permission: 'outbox.read' },
      { to: '/settings', label: settingStrings.title, icon: Settings, permission: 'organization.manage' },
    ],
  },
];
